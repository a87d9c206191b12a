/**
 * The one place where secrets end. What is recorded passes here before it is kept, and what is printed passes here before it
 * is printed.
 *
 * A value is masked for one of three reasons. It is known: registered by its owner, or found earlier at a place of secrets;
 * then it is found anywhere, in any encoding. It stands at a place of secrets (an Authorization header, a key named
 * `senha`). Or its form alone is personal data (an e-mail address, a formatted CPF). What merely resembles a secret stays:
 * identifiers, prices, codes and hashes are what the judge lives on.
 *
 * A text is read once (`masking/survey`), whatever it teaches is made known (`masking/known-values`), then it is written anew with
 * labels (`masking/match`). Time and memory go with its length, whatever it holds.
 */

export { createMasker, KEPT_BODY_BYTES, type Masker } from './masking/masker.js'
export type { SecretKind } from './masking/places.js'
export { record } from './masking/record.js'
