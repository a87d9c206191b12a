/** Why a requirement or route was not tested, and what a profile assumes, in English. */
export const coverageUi = {
  'untested.not-in-recording': 'The recording left out what would show it.',
  'untested.no-refusal': 'No access token was refused or renewed in this run.',
  'untested.no-limit-hit': 'No limit was hit in this run.',
  'untested.no-total': 'The profile sets no total time.',
  'untested.no-spacing': 'The profile sets no interval.',
  'untested.no-carrier': 'No request of this run had to carry the hash under the reading in force.',
  'untested.not-exercised': 'Nothing in this run put it to the test.',
  'untested.step-not-reached': 'The run did not come to this step.',
  'assumption.hash-header': 'the hash header is {hashHeader}',
  'assumption.hash-every-step': 'every step after the first carries the newest hash',
  'assumption.interval': 'the interval is {intervalMs} ms',
  'assumption.spacing-at-most': 'each request follows the last answer within {intervalMs} ms',
  'assumption.own-pace': 'our own run waits {paceMs} ms after each answer',
  'assumption.total': 'the whole run takes at most {totalMs} ms',
  'assumption.change': 'step 3 changes `{changedField}` to "{changedText}"',
  'assumption.situation': 'step 4 sends the situation "{situation}"',
  'assumption.dead-token': 'a dead token is answered 401, or 400 with `{deadTokenMarkers}`',
  'assumption.token-address':
    'the token address is {tokenPath} and takes the client credentials by HTTP Basic',
  'assumption.text-sent': 'our own run sends "{changedText}" as the text that step 3 changes',
  'assumption.limit-hit': 'a limit that was hit is answered {limitStatuses}, or 400 with `{limitMarkers}`',
  'assumption.own-rate': 'our own run sends a live account at most {ownRate} requests a second',
  'assumption.knowledge':
    'routes, bodies, queries and answers look as the public document of the service shows them',
  'assumption.rate': '{perSecond} requests a second and {perDay} a day for each account',
} as const
