import type { ReportFinding } from '../../report/report.js'
import { deepLink } from '../data/deep-link.js'
import { visible } from '../data/visible.js'
import { type Sentence, useSpeech } from '../live/speech.js'
import { Prose } from '../parts/prose.js'
import { ScrollArea } from '../parts/scroll-area.js'
import { Section, Sign, toneOf } from '../parts/signs.js'

/** Changes since the contract was accepted; empty if nothing was compared. */
export function DriftTable({ findings }: { findings: readonly ReportFinding[] }) {
  const speech = useSpeech()
  const { say, count } = speech
  const changes = findings.filter(({ requirement }) => requirement.startsWith('drift/'))
  if (changes.length === 0) return null
  return (
    <Section id="drift" title="drift/title" count={count(changes.length)}>
      <ScrollArea label={say('drift/title')}>
        <table class="numbers">
          <thead>
            <tr>
              {(['verdict', 'change', 'route', 'baseline', 'now'] as const).map((column) => (
                <th scope="col">{say(`column/${column}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, 1000).map((finding) => {
              const text = speech.finding(finding)
              return (
                <tr>
                  <td>
                    <Sign tone={toneOf(finding.severity)} word={say(`severity/${finding.severity}`)} />
                  </td>
                  <th scope="row">
                    <a href={deepLink({ finding: finding.fingerprint })}>{kindOf(finding, say)}</a>
                  </th>
                  <td class="mono">{visible(finding.route ?? '—')}</td>
                  <td>
                    <Prose text={text.expected} />
                  </td>
                  <td>
                    <Prose text={text.actual} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollArea>
    </Section>
  )
}

function kindOf({ requirement }: ReportFinding, say: (sentence: Sentence) => string): string {
  const sentence = requirement as Sentence
  return say(sentence)
}
