import { z } from 'zod'
import { type ReadDocument, readYamlOrJson } from '../documents/read-document.js'
import type { Registration } from '../rules/application/index.js'
import { keysOf } from '../specification/plain-object.js'
import { type QuestionId, questions } from '../specification/registration.js'
import { applicationStates } from '../specification/states.js'
import { type MessageReference, SettingsError } from '../words/errors.js'
import { type ShapeIssue, shapeFlaw } from '../words/shape-flaw.js'

const MAX_CHARS = 20_000

/** A trimmed text; empty if it is left out. YAML reads a name such as `2048` as a number. */
const text = z
  .union([z.string().max(MAX_CHARS), z.number(), z.null()])
  .optional()
  .transform((value) => (value === null || value === undefined ? '' : String(value).trim()))

/** A value; null if it is left out or has no value after its colon. */
const orNull = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)

/** A person may write `true` for `yes`. */
const yesOrNo = orNull(z.union([z.enum(['yes', 'no']), z.boolean()])).transform((value) => {
  if (typeof value !== 'boolean') return value
  return value ? 'yes' : 'no'
})

const situation = orNull(z.enum(keysOf(applicationStates)))

/** A list; empty if it is left out. */
const list = <T extends z.ZodType>(schema: T) => orNull(z.array(schema)).transform((value) => value ?? [])

const scope = z.strictObject({
  scope: text.describe('Name or number, as on the registration screen.'),
  why: text.describe('Which function of the application needs it.'),
  resources: list(z.string()).describe(
    'Resource families that it gives access to, as `homologa contract` names them.',
  ),
  access: z.enum(['read', 'write']).default('write').describe('`read`: only GET; `write`: everything.'),
})

const answer = z.strictObject({
  question: z.enum(questions.map(({ id }) => id) as [QuestionId, ...QuestionId[]]),
  answer: yesOrNo.describe('`yes` or `no`; left empty: unanswered.'),
  date: orNull(z.string()).describe('Day on which a person looked: 2026-11-21.'),
  evidence: orNull(z.string().min(1)).describe(
    'A file that shows it; its path is relative to the folder of this file.',
  ),
})

/**
 * `application.yaml`: the content of the registration form, and a person's answers to the questions of the checklist. The JSON Schema for
 * editors, which shows the descriptions, is made from this.
 */
export const applicationSchema = z.strictObject({
  name: text.describe('Shown to clients.'),
  shortDescription: text.describe('Shown in the extension directory.'),
  description: text.describe('What the application does, for whom, and what it needs.'),
  category: text,
  logo: text.describe('A file beside this one, or an https address; square.'),
  redirectLink: text.describe('Where the service sends the browser after the authorization.'),
  homepageLink: text.describe('Readable without signing in.'),
  manualLink: text.describe('Readable without signing in.'),
  videoLink: text.describe('Demonstration video, reachable by anybody.'),
  rehearsalLink: orNull(z.string().min(1)).describe(
    'Address of the page of the redirect link while `homologa review -- command` runs the application; empty: the redirect link.',
  ),
  startLink: orNull(z.string().min(1)).describe('Where the application begins the authorization.'),
  visibility: orNull(z.enum(['public', 'private'])),
  situation: situation.describe('Where the application stands now.'),
  nextSituation: situation.describe('The next state that you want; checked against the life cycle.'),
  purpose: text.describe('What the application is for, in one sentence; the scopes are compared with it.'),
  language: z.string().min(2).max(20).default('pt-BR').describe('Language of its users.'),
  scopes: list(scope),
  answers: list(answer),
}) satisfies z.ZodType<Registration>

const MAX_ISSUES = 8

/** Parses the text of `application.yaml`. @throws SettingsError with the line of each issue */
export async function parseApplication(source: string, path: string): Promise<Registration> {
  const { value, locate } = await readYamlOrJson(source, path)
  const parsed = applicationSchema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, MAX_ISSUES)
  const details = await Promise.all(issues.map((issue) => describeIssue(issue, locate)))
  throw new SettingsError('review.file-shape', { path, details })
}

async function describeIssue(
  issue: z.core.$ZodIssue,
  locate: ReadDocument['locate'],
): Promise<MessageReference> {
  // zod gives the path of the object that has the unknown key, not of the key
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const field = [...issue.path, ...unknownKey] as (string | number)[] // never symbols, in a file
  const line = (await locate(field))?.line ?? null
  return {
    key: 'review.file-shape.one',
    values: { line, field: field.join('.') || '$', detail: shapeFlaw(issue as ShapeIssue) },
  }
}
