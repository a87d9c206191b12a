import type { Registration } from '../rules/application/index.js'
import { questions } from '../specification/registration.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'

export interface NoteFacts {
  readonly registration: Registration
  readonly version: string
  readonly profile: string
  /** Day of the review: `2026-11-21`. */
  readonly date: string
  readonly baseUrl: string
  readonly embedded: boolean
  readonly hasScreenshots: boolean
}

/**
 * Writes the letter to the reviewer of the application: the enclosed files, the reason for each scope, and the
 * judgements made by a person. Markdown.
 */
export function coveringNote(facts: NoteFacts, catalogue: Catalogue, lang: Lang): string {
  const { ui } = catalogue
  const { registration } = facts
  const { name, category, purpose } = registration
  const say = (key: keyof Catalogue['ui'], values: Readonly<Record<string, string | null>> = {}) =>
    fill(ui[key], { name, category, purpose, ...values }, lang)
  const screenshots = facts.hasScreenshots ? 'note.contents.screenshots' : 'note.contents.no-screenshots'
  const contents = [
    'note.contents.review',
    'note.contents.reports',
    'note.contents.journal',
    'note.contents.run',
    screenshots,
    'note.contents.answers',
    'note.contents.manifest',
  ] as const
  const target = facts.embedded
    ? ui['note.target.embedded']
    : say('note.target.real', { baseUrl: facts.baseUrl })
  const answers = questions.flatMap(({ id }) => {
    const given = registration.answers.find(({ question }) => question === id)
    if (given?.answer !== 'yes') return []
    return [`- ${say('note.answer', { question: ui[`question.${id}`], date: given.date ?? '' })}`]
  })
  return [
    `# ${say('note.title')}`,
    say('note.greeting'),
    say('note.intro', { date: facts.date, version: facts.version, profile: facts.profile }),
    `## ${say('note.contents')}`,
    contents.map((key) => `- ${say(key)}`).join('\n'),
    `## ${say('note.scopes')}`,
    registration.scopes.map(({ scope, why }) => `- **${scope}**: ${why}`).join('\n'),
    `## ${say('note.answers')}`,
    answers.join('\n'),
    say('note.promise', { target }),
    '',
  ].join('\n\n')
}
