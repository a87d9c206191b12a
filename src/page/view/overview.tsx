import { useMemo } from 'preact/hooks'
import type { Report } from '../../report/report.js'
import { groupBy } from '../../specification/plain-object.js'
import { linkTo } from '../data/deep-link.js'
import {
  groupRoutes,
  type OverviewResource,
  type OverviewRoute,
  type RouteState,
} from '../data/group-routes.js'
import { makeVisible } from '../data/make-visible.js'
import { useWording } from '../data/wording.js'
import { Fold, Section, signOf, type Tone } from '../parts/elements.js'

/** All routes by resource: passed, failed, or not exercised and why. */
export function Overview({ report }: { report: Report }) {
  const { say, count } = useWording()
  const resources = useMemo(() => groupRoutes(report), [report])
  const sum = (numberOf: (resource: OverviewResource) => number) =>
    resources.reduce((total, resource) => total + numberOf(resource), 0)
  return (
    <Section id="overview" title="overview/title" count={count(sum(({ routes }) => routes.length))}>
      <p class="tally mono">
        <span>
          <Cell state="pass" /> {say('overview/passed', { number: count(sum(({ passed }) => passed)) })}
        </span>
        <span>
          <Cell state="fail" /> {say('overview/failed', { number: count(sum(({ failed }) => failed)) })}
        </span>
        <span>
          <Cell state="not-exercised" />{' '}
          {say('overview/not-exercised', { number: count(sum(({ notExercised }) => notExercised)) })}
        </span>
      </p>
      <div class="resources">
        {resources.map((resource) => (
          <Resource resource={resource} />
        ))}
      </div>
    </Section>
  )
}

const toneOfState: Readonly<Record<RouteState, Tone>> = {
  pass: 'pass',
  fail: 'fail',
  'not-exercised': 'quiet',
}

function Cell({ state }: { state: RouteState }) {
  return (
    <span class={`cell cell-${state}`} aria-hidden="true">
      {signOf(toneOfState[state])}
    </span>
  )
}

/** A resource with the routes that were exercised; the others are folded below. */
function Resource({ resource }: { resource: OverviewResource }) {
  const { say } = useWording()
  const exercised = resource.routes.filter(({ state }) => state !== 'not-exercised')
  return (
    <article class={`resource ${resource.failed > 0 ? 'has-failed' : ''}`}>
      <h3>
        <span class="mono">{makeVisible(resource.name)}</span>
        <span class="mono number">
          {resource.passed}/{resource.routes.length}
        </span>
      </h3>
      <ul>
        {exercised.map((route) => (
          <li>
            <a class="route" href={linkTo({ route: route.route })}>
              <Cell state={route.state} />
              <span class="unseen">{say(`overview/state-${route.state}`)}</span>
              <RouteName route={route} resource={resource.name} />
              {/* `1/4`: of four requests one failed; nothing for a route that no step names */}
              <span class="mono number">
                {route.failed > 0 ? `${route.failed}/${route.steps}` : route.steps || ''}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {resource.notExercised > 0 ? <NotExercised resource={resource} /> : null}
    </article>
  )
}

/** The routes that were not exercised, by reason. They are folded so that they do not hide what was tested. */
function NotExercised({ resource }: { resource: OverviewResource }) {
  const { say, count, reason: reasonFor } = useWording()
  const reasons = groupBy(
    resource.routes.filter(({ state }) => state === 'not-exercised'),
    ({ reason }) => reason,
  )
  return (
    <Fold kind="left-out" summary={say('overview/not-exercised', { number: count(resource.notExercised) })}>
      {[...reasons].map(([reason, routes]) => (
        <>
          <ul>
            {routes.map((route) => (
              <li class="route">
                <Cell state="not-exercised" />
                <span class="unseen">{say('overview/state-not-exercised')}</span>
                <RouteName route={route} resource={resource.name} />
              </li>
            ))}
          </ul>
          <p class="reason">{reason === null ? say('overview/no-reason') : reasonFor(reason)}</p>
        </>
      ))}
    </Fold>
  )
}

/** A route without the resource, which is in the heading: `GET /{idContato}`. */
function RouteName({ route, resource }: { route: OverviewRoute; resource: string }) {
  const rest = route.path.startsWith(`/${resource}`) ? route.path.slice(resource.length + 1) : route.path
  return (
    <span class="mono name" title={route.route}>
      <b>{makeVisible(route.method)}</b> <span>{rest === '' ? '/' : makeVisible(rest)}</span>
    </span>
  )
}
