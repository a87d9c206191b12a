import { acceptCommand, problemsOf, routesOf } from '../../report/night.js'
import type { Report } from '../../report/report.js'
import { deepLink } from '../data/deep-link.js'
import { visible } from '../data/visible.js'
import { useSpeech } from '../live/speech.js'
import { CopyButton } from '../parts/copy-button.js'
import { Prose, Sign, TitledList, toneOf } from '../parts/elements.js'

const MOST_SHOWN = 100

/** A night at a glance: each problem in one line with the command that accepts it, and what is fixed. */
export function NightList({ report }: { report: Report }) {
  const { say, ...speech } = useSpeech()
  const { fixed = [] } = report
  return (
    <>
      <ul class="night">
        {problemsOf(report)
          .slice(0, MOST_SHOWN)
          .map((finding) => {
            const [route, ...more] = routesOf(finding)
            return (
              <li>
                <Sign tone={toneOf(finding.severity)} word={say(`severity/${finding.severity}`)} />
                {finding.since ? (
                  <span class={`since since-${finding.since}`}>{say(`night/${finding.since}`)}</span>
                ) : null}
                <a href={deepLink({ finding: finding.fingerprint })} data-item="night">
                  <Prose text={speech.finding(finding).message} />
                </a>
                <span class="mono place">
                  {visible(route ?? '')}
                  {more.length > 0 ? ` +${more.length}` : ''}
                </span>
                <CopyButton text={() => acceptCommand(finding, report)} label="night/accept" />
              </li>
            )
          })}
      </ul>
      <TitledList
        title={say('night/fixed')}
        items={fixed.map((finding) => (
          <>
            <span class="mono place">{visible(finding.route ?? '')}</span>{' '}
            <Prose text={speech.finding(finding).message} />
          </>
        ))}
      />
    </>
  )
}
