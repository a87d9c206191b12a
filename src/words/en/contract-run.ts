/** What `contract` and `cleanup` say of their own: why routes were left out, what the gate kept back, what is left over. */
export const contractRunUi = {
  'run.stopped.not-permitted': '{step} was kept back: {because}.',
  'contract.reason.read-only': 'It writes, and the run is read-only; see --write.',
  'contract.reason.not-allowed': 'Its resource is not on the list of --allow.',
  'contract.reason.risky':
    'It sends, books, pays or deletes several at once: it is called only when --allow names that very route.',
  'contract.reason.undeletable':
    'What it creates could not be deleted again: it is called only when --allow names the resource itself.',
  'contract.reason.not-created-here': 'It would change what this run did not create.',
  'contract.reason.not-verified': 'The record did not show the mark of this run when it was read back.',
  'contract.reason.method-not-shown':
    'The specification names the path without its method; on a live account only GET is tried.',
  'contract.reason.homologation': 'The five steps are the business of `homologa check`.',
  'contract.reason.unknown-route': 'Version 3 names no such route; on a live account only GET is tried.',
  'contract.reason.budget': 'The budget of requests was spent.',
  'contract.reason.no-identifier':
    'No record was found or created that shows the identifier or the value it needs. An identifier must consist of letters, digits, - and _.',
  'contract.reason.no-parameter':
    'It needs a store and its integration, which no list shows: give tipoIntegracao and idLoja under query in the file of --samples.',
  'contract.reason.no-answer': 'No complete answer arrived.',
  'contract.reason.refused-route': 'It refused the token, and was not asked again.',
  'contract.reason.stopped': 'The run ended before its turn came.',
  'contract.reason.not-selected': 'Its resource was not asked for.',
  'contract.reason.not-tagged': 'No step for it carries a tag that was asked for.',
  'contract.reason.other-shard': 'Another shard has it.',
  'contract.part-missing':
    'A part of the run is missing: {count} routes belong to no shard that was given, {route} first.',
  'contract.summary.exercised': 'Exercised',
  'contract.summary.failed': 'Failed',
  'contract.summary.left-out': 'Left out',
  'contract.summary.requests': 'Requests',
  'contract.summary.sent-again': 'Tried twice',
  'contract.summary.reads': '{count} reads, after a failure that may pass: {routes}',
  'contract.summary.stops': 'Ended early',
  'contract.summary.accepted': 'Accepted',
  'accepted.line': '{where}: {message} Until {expires}: {reason}',
  'contract.summary.left': 'Left in the account',
  'contract.summary.slowest': 'Slowest',
  'contract.summary.routes': '{count} {count|route|routes}',
  'contract.summary.sent': '{requests} in {time}',
  'contract.too-few-routes':
    'Only {count} {count|route was|routes were} exercised, fewer than the {least} of --min-routes.',
  'contract.reason.no-step': 'No suite has a step for it.',
  'contract.untested.not-seen': 'Nothing in this run put it to the test.',
  'contract.untested.other-command': 'It is the business of another command.',
  'contract.target.embedded': 'Service: embedded, seed {seed}. Set HOMOLOGA_BASE_URL to check a real one.',
  'contract.target.live': 'Service: {baseUrl}',
  'contract.mode.read-only': 'Read-only: nothing is created, changed or deleted.',
  'contract.mode.write': 'Writing: {allowed}. Only records of this run are changed; their mark is "{mark}".',
  'contract.progress': '{done} of {total} requests, {left} left',
  'contract.list.head': '{routes} routes; this run would send {requests} requests and take {least} at least.',
  'contract.error.unknown-resource': '"{name}" is no resource of version 3 and no suite. Known: {known}.',
  'contract.error.unknown-resource-near':
    '"{name}" is no resource of version 3 and no suite. Did you mean "{near}"?',
  'contract.error.unknown-forget':
    'No open record "{name}" stands in a ledger, or more than one. Known: {known}.',
  'contract.error.unknown-allow':
    '--allow "{name}" names no resource and no route. Give a resource ("contatos"), a route ("POST /nfe/{idNotaFiscal}/enviar"), or "*".',
  'contract.error.unknown-allow-near':
    '--allow "{name}" names no resource and no route. Did you mean "{near}"?',
  'contract.error.write-needs-allow':
    '--write on a live account needs --allow: the resources that may be written ("contatos"), or "*" for every resource without the risky routes.',
  'contract.error.account-mismatch':
    'The account belongs to {found}, not to "{wanted}" (HOMOLOGA_ACCOUNT). Nothing was sent beyond asking.',
  'contract.notice.account-not-shown':
    'The service does not show whose account it is, so HOMOLOGA_ACCOUNT could not be compared.',
  'contract.error.step-twice':
    'Two steps have the id "{step}": a suite of yours has the name of another. Give yours an id of its own.',
  'contract.suite-known':
    'The suite "{id}" in \'{file}\' has an id that is taken already: reports and names on the command line mean both. Give yours another.',
  'contract.error.suite-threw':
    'the "{part}" of step "{step}" in a suite of yours failed: {why}. Mend the suite.',
  'contract.error.suite-gave':
    'the "{part}" of step "{step}" in a suite of yours gives what no step can use: a body is a text, captures are { name: { text, value } }, and neither is a promise.',
  'contract.error.suite-file': '"{path}": {problem}',
  'contract.error.samples-file': '"{path}": {problem}',
  'contract.error.no-docs-test-url': 'The address that --target names is not set: HOMOLOGA_DOCS_TEST_URL.',
  'contract.error.unknown-tag': '--tag "{tag}" is carried by no step. Known: {known}.',
  'contract.baseline.written': 'The baseline "{path}" was written: {routes} routes.',
  'contract.baseline.holds': 'The baseline "{path}" stays as it is, byte by byte: {routes} routes.',
  'contract.baseline.not-compared':
    '{count} {count|route of the baseline was|routes of the baseline were} not seen and not compared.',
  'contract.openapi.coverage': 'OpenAPI document: {exercised} of {all} operations were exercised.',
  'contract.writing.everything': 'every resource, without the risky routes',
  'contract.writing.all': 'everything, for the embedded service forgets',
  'contract.step.failed': '✗ {step} ({route}): {requirement}',
  'cleanup.none': 'Nothing to clean up: no ledger holds a record of an earlier run.',
  'cleanup.done': '{deleted} deleted, {gone} were gone already, {left} left.',
  'cleanup.never-made':
    'Taken for never made: {count}. Nobody heard whether they were created, and lists read to their end show nothing that could be them (mark "{mark}"): {collections}. What a list hides was not seen.',
  'cleanup.forgotten': 'Forgotten: {name} ({route}). Nothing was sent.',
  'cleanup.forget': '  If you have dealt with it: homologa cleanup --forget {name}',
  'cleanup.left': '{route} {id}: {reason}',
  'cleanup.reason.no-delete': 'the resource has no DELETE; remove it by hand (mark "{mark}")',
  'cleanup.reason.risky': 'it is deleted by several alone; name the route: --allow "{route}" (mark "{mark}")',
  'cleanup.reason.unmarked': 'it does not show the mark "{mark}", so it was not touched',
  'cleanup.reason.unread':
    'a read of it was answered with status {status} and shows no mark, so it was not touched; run `homologa cleanup` again (mark "{mark}")',
  'cleanup.reason.unseen':
    'its DELETE was answered, and no read has shown yet that it is gone; run `homologa cleanup` again (mark "{mark}")',
  'cleanup.reason.still-shown':
    'its DELETE was answered with success, and a read still shows it; look after it by hand (mark "{mark}")',
  'cleanup.reason.refused': 'the service refused to delete it (status {status})',
  'cleanup.reason.no-answer': 'no answer; run `homologa cleanup` again',
  'cleanup.reason.not-found':
    'it may have been created, and no list shows the mark "{mark}"; look for it by hand',
  'cleanup.reason.one-of':
    'it may have been created, and be one of these, of which none shows the mark "{mark}": {mayBe}; look at them by hand',
  'cleanup.reason.no-address':
    'no address can hold this identifier without naming something else; look for the record by hand (mark "{mark}")',
  'cleanup.reason.skipped': 'clean-up was interrupted; run `homologa cleanup` again',
  'cleanup.other-account':
    'The ledger of run {run} belongs to another account or service, or its token was replaced and no read shows a record of it; it stays: {baseUrl}. Clean up with that run’s credentials; what you have dealt with: homologa cleanup {names}',
} as const
