import { z } from 'zod'

/** A record of which nothing is shown: an object. */
export const Anything = z.looseObject({})

/** An identifier: a whole number above zero, or text where the record's kind has textual ones. */
export const Identifier = z.union([z.int().positive(), z.string().min(1)])

/** A create's or update's `data`: the identifier, and whatever the resource adds. §Common response envelope */
export const Created = z.looseObject({ id: Identifier })

/** One object with the one property `data`. §Common response envelope */
export function envelope<T extends z.ZodType>(data: T) {
  return z.strictObject({ data })
}

/** The body of a 400 or 404. Its fields are not shown. §Errors */
export const ErrorBody = z.looseObject({})
