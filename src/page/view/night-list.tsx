import { acceptCommand, problemsOf, routesOf } from '../../report/night.js'
import type { Report } from '../../report/report.js'
import { linkTo } from '../data/deep-link.js'
import { makeVisible } from '../data/make-visible.js'
import { useWording } from '../data/wording.js'
import { CopyButton } from '../parts/copy-button.js'
import { Prose, Sign, TitledList, toneOf } from '../parts/elements.js'

/** Further problems are only on the cards below. */
const MOST_SHOWN = 100

/** The problems of a contract run, each in one line with the command that accepts it, and those that are fixed. */
export function NightList({ report }: { report: Report }) {
  const { say, ...wording } = useWording()
  const { fixed = [] } = report
  return (
    <>
      <ul class="night">
        {problemsOf(report)
          .slice(0, MOST_SHOWN)
          .map((finding) => {
            const [route, ...otherRoutes] = routesOf(finding)
            return (
              <li>
                <Sign tone={toneOf(finding.severity)} word={say(`severity/${finding.severity}`)} />
                {finding.since ? (
                  <span class={`since since-${finding.since}`}>{say(`night/${finding.since}`)}</span>
                ) : null}
                <a href={linkTo({ finding: finding.fingerprint })} data-item="night">
                  <Prose text={wording.finding(finding).message} />
                </a>
                <span class="mono place">
                  {makeVisible(route ?? '')}
                  {otherRoutes.length > 0 ? ` +${otherRoutes.length}` : ''}
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
            <span class="mono place">{makeVisible(finding.route ?? '')}</span>{' '}
            <Prose text={wording.finding(finding).message} />
          </>
        ))}
      />
    </>
  )
}
