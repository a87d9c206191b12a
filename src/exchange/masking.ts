/**
 * The one place that masks secrets. Everything that is recorded or printed passes here first.
 *
 * A value is masked for one of three reasons. It is known, because its owner registered it or because it stood at a place of secrets
 * earlier; then it is found anywhere, plain or encoded. It stands at such a place: an `Authorization` header, a property named
 * `senha`. Or its form is personal data: an e-mail address, a CPF with the right check digits.
 *
 * Bodies are read by their structure: JSON by its properties, forms and queries by their fields. Of a body without structure only the
 * first 500 characters are kept. A value that cannot be decoded, such as long Base64, becomes a label. Identifiers, prices, codes and hashes
 * stay, because the judge compares them.
 */

export type { SecretKind } from './masking/labels.js'
export { createMasker, KEPT_BODY_BYTES, type Masker } from './masking/masker.js'
export { record } from './masking/record.js'
