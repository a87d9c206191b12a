/**
 * Tests that need a tool of the machine are left out where it is missing, with its name in their title. Where nothing may be left out
 * (`HOMOLOGA_SKIP_NOTHING`, set by the gate) a missing tool fails the file instead.
 *
 *     describe.skipIf(lacks('python3', isThere))('the example in Python', …)
 */
export function lacks(tool: string, isThere: boolean): boolean {
  if (!isThere && process.env.HOMOLOGA_SKIP_NOTHING)
    throw new Error(`'${tool}' is missing, and HOMOLOGA_SKIP_NOTHING lets no test be left out`)
  return !isThere
}
