const [PLAIN, SIGN, DIGIT, UPPER, LOWER, JOINT] = [0, 1, 2, 3, 4, 5]
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  if (/[@=:<%&\\/\r\n]/.test(sign)) return SIGN
  if (/\d/.test(sign)) return DIGIT
  return /[A-Z]/.test(sign) ? UPPER : /[a-z]/.test(sign) ? LOWER : /[+_-]/.test(sign) ? JOINT : PLAIN
})

/** Whether a text may show by its form that it holds something: a sign, nine digits, a long word of letters and digits, a credential. */
export function isSuspicious(text: string): boolean {
  let [digits, start, before] = [0, 0, PLAIN]
  /** Facts about the current word: the kinds of characters in it, and whether a capital follows a small letter. */
  let [hasDigit, hasLetter, isMixed] = [false, false, false]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const sign = code < 128 ? (SIGNS[code] ?? PLAIN) : PLAIN
    if (sign === SIGN) return true
    if (sign === PLAIN) {
      if (i - start >= 5 && CREDENTIAL.test(text.slice(start, i))) return true
      start = i + 1
      hasDigit = hasLetter = isMixed = false
    } else if (sign === DIGIT) {
      if (++digits === 9) return true
      hasDigit = true
    } else if (sign !== JOINT) {
      hasLetter = true
      isMixed ||= sign === UPPER && before === LOWER
    }
    if (i - start >= 11 && (isMixed || (hasDigit && hasLetter))) return true
    before = sign
  }
  return false
}

const CREDENTIAL = /(?:bearer|basic)$/i
