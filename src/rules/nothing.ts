/** What programs write where a variable holds nothing, as one alternative of an expression without regard to case. */
export const NOTHING = String.raw`undefined|null|nil|none|nan|\[object \w+\]`
