/** What examine, proxy and judge say. */
export const watchUi = {
  'examine.listening':
    'The embedded service listens on {url} (profile {profile}, seed {seed}). Let your application run its homologation against it.',
  'examine.page': 'Live page: {url}',
  'examine.page.missing': 'The live page is not built: `npm run build` builds it.',
  'examine.env-file': 'Settings for the client: {file}',
  'examine.session': 'Session {name} ({id}): settings in {file}',
  'examine.waiting': 'waiting {time} at most for {route}, then the run ends',
  'examine.waiting.open': 'waiting for {route}',
  'watch.no-answer': 'no answer ({kind:kind})',
  'watch.more': '… {count} more',
  'examine.run': 'Run {run} ({session}): {verdict}',
  'examine.run.cause': 'Run {run} ({session}): {verdict}: {cause}',
  'examine.run.endless':
    '  It began again and again, or went on without end: what came next was not awaited.',
  'examine.nobody': 'Nobody called within {time}.',
  'examine.no-run':
    'Nobody began a run. It begins with {route}, below the address above; requests that came, of whatever kind: {count}.',
  'examine.recovers': 'recovers at {steps}',
  'examine.fails-at': 'fails at {step}: {cause}',
  'examine.untried': 'not tried: {steps}',
  'examine.step.never': 'no refusal',
  'examine.watching': 'Waiting for a change in {path}; Ctrl+C ends it.',
  'examine.command.start': 'Starting: {command}',
  'examine.command.exited': 'The command ended with status {status}.',
  'examine.command.killed': 'The command was ended by {signal}.',
  'examine.malformed':
    'Messages that could not be read as HTTP: {count}. They were answered 400 and are graded nowhere. Does the client speak https to this http address, or fold a header over two lines?',
  'proxy.listening': 'The proxy listens on {url} and stands before {target} (profile {profile}).',
  'proxy.unversioned':
    '{target} names no version. The service’s address ends in /Api/v3; without it each step is a request to an unknown path.',
  'proxy.through':
    'https goes through the proxy that HTTPS_PROXY names ({host}), but for what NO_PROXY names.',
  'proxy.hint': 'Point your application at {baseUrl}. Ctrl-C ends it.',
  'watch.unreadable':
    'What came after {after} {after|request|requests} cannot be read as HTTP ({reason}): it was answered 400 and is graded nowhere. Where the next step seems missing, this was likely it.',
  'watch.host-missing':
    'What came after {after} {after|request|requests} bears no Host header, which HTTP/1.1 demands: it was answered 400 and is graded nowhere. Let the client send it; every HTTP library does.',
  'watch.host-foreign':
    'A request for the host "{host}" was answered 421 and is graded nowhere, for that is no name of this server. Call it by its address, or name the other one with --public-url.',
  'watch.nobody': 'nobody',
  'judge.gap.request-bodies': 'Not testable from this recording: request bodies were left out.',
  'judge.gap.answer-bodies': 'Not testable from this recording: bodies of answers were left out.',
  'judge.gap.headers': 'Not testable from this recording: headers were left out.',
  'judge.gap.authorization': 'Not testable from this recording: Authorization headers were left out.',
  'judge.gap.times': 'Not testable from this recording: it holds no times.',
  'judge.gap.durations':
    'This recording does not tell when answers came: what lies between an answer and the next request is not judged.',
  'judge.gap.whole-milliseconds':
    'Times in this recording are whole milliseconds: limits are judged with 1 ms to spare.',
  'judge.gap.whole-seconds':
    'Times in this recording are whole seconds: an interval within a second of its limit is not judged.',
  'judge.gap.exchanges':
    'Requests of this recording are lost, for entries of it cannot be read: nothing is judged by what is missing.',
  'judge.excerpt':
    'The recording is long: shown are {kept} of its {seen} exchanges, all that findings name among them; the rest is in {file}.',
  'judge.cut':
    'Of {count} {count|body|bodies} the beginning alone was kept and nothing of {count|it|them} judged; --max-body keeps more ({maxBody} bytes now).',
  'judge.out-of-time':
    'Of {count} {count|body|bodies} nothing was kept and nothing judged: to make {count|it|them} safe took longer than --timeout-ms allows ({timeoutMs} ms now).',
  'judge.left-out':
    'Of {count} {count|body|bodies} nothing was judged: the recording left {count|it|them} out.',
  'judge.damaged': 'Entries of the recording that cannot be read: {count}; the rest was judged.',
  'judge.made-up':
    'Entries of the recording with bytes that are no UTF-8: {count}; `�` was read in their place. Save the recording as UTF-8 to have its texts judged as they were sent.',
  'judge.other-profile':
    'This run was made under the profile {own}, and is judged under {asked}, which was asked for (by a flag, the environment, `.env` or the page): the verdict may differ from its own.',
  'judge.attached':
    'Of {count} {count|body|bodies} nothing was judged: {count|it lies in a file of its own|they lie in files of their own} (`_file`), and not beside this one. Unpack the whole recording and judge the HAR in its folder with `homologa judge`, or record with bodies embedded.',
  'judge.without-end':
    'This journal has no end: its run was killed, or its disk was full. What came after its last line is not known, and what is missing may have been done.',
  'judge.no-homologation':
    "'{file}' holds no homologation: {seen} entries were read, none of them below /homologacao/. They were, the most frequent first:",
  'judge.no-entries':
    "'{file}' holds no request that can be read. Export the recording again, as HAR with content, while the requests are listed.",
  'judge.page.several': 'One recording at a time, and one profile beside it; these were {count} files.',
  'judge.page.unread':
    "'{name}' cannot be read: it is a folder, or no longer where it was. Give the file itself, such as the `journal.ndjson` in a run's folder, or a HAR.",
  'judge.page.broken':
    'This page failed while it judged ({detail}). The fault is ours: please report it; `homologa judge` may still do it.',
  'judge.page.missing': 'The page that judges is not built: `npm run build` builds it.',
  'judge.page.at': 'This page judges recordings in a browser, from disk and without network: {file}',
  'judge.no-file': 'Name a recording to judge, or take --page to judge in a browser.',
} as const
