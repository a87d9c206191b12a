/**
 * Masking, as the rest of the program uses it. Everything that is recorded or printed passes here first: `senha=abc123` becomes
 * `senha=[secret#1]`.
 *
 * A value is masked for one of three reasons:
 * - Its field holds a secret: an `Authorization` header, a property named `senha`.
 * - It is known, because the settings registered it or because an earlier field showed it. Then it is found anywhere, plain or encoded.
 * - It has the form of personal data: an e-mail address, a CPF with the right check digits.
 *
 * Bodies are read by their structure: JSON by its properties, forms and queries by their fields. Only the first 500 characters of any
 * other body are kept. A value that cannot be decoded, such as long Base64, becomes a label. Identifiers, prices, codes and hashes
 * stay, because the judge compares them.
 */

export type { SecretKind } from './masking/labels.js'
export { createMasker, KEPT_BODY_BYTES, type Masker } from './masking/masker.js'
export { record } from './masking/record.js'
