/** What `review`, `login`, `init`, `doctor` and `completion` tell, in English. */
export const reviewUi = {
  'review.file-missing':
    'There is no "{path}". Write one with `homologa init`, or name another with `--application FILE`.',
  'review.file-shape.one': 'line {line}: {field}: {detail}',
  'review.file-shape':
    '{path}: {details}. See the comments that `homologa init` writes, or the schema of application.yaml.',
  'review.untested.open': 'not decided yet: see what is open',
  'review.untested.not-reviewed': 'not part of a review',
  'review.verdict.pass': 'READY',
  'review.verdict.fail': 'NOT YET',
  'review.verdict.incomplete': 'INCOMPLETE',
  'review.verdict.pass.why':
    'Nothing is broken and nothing is missing. What the reviewers decide is still theirs.',
  'review.verdict.pass.press': 'Press "request review" now.',
  'review.verdict.pass.rehearsal':
    'This was a rehearsal: addresses lead to this machine. Write the published ones, and review again before you press the button.',
  'review.verdict.pass.no-button': 'There is nothing to press: it stands in "{state}".',
  'review.verdict.fail.why': 'Do this first, in this order:',
  'review.verdict.incomplete.why': 'Nothing found is broken, and not everything was shown. What is missing:',
  'review.also-missing': 'Also missing:',
  'review.worth': 'Worth mending, though no reason to wait:',
  'review.observed': 'Observed:',
  'review.progress.starting-application': 'Starting the application at an embedded service of its own …',
  'review.progress.calling-links': 'Calling the registered links …',
  'review.progress.calling-redirect-link': 'Calling the redirect link as the service would …',
  'review.progress.waiting-for-five-steps': 'The application runs the five steps; waiting for their end …',
  'review.progress.judging': 'Judging …',
  'review.five-steps.pass': 'Five steps: pass ({path})',
  'review.five-steps.fail': 'Five steps: fail ({path})',
  'review.five-steps.incomplete': 'Five steps: incomplete ({path})',
  'review.five-steps.none': 'Five steps: no run of the application is known',
  'review.other-profile':
    'The five steps were recorded under the profile {own}, and are judged under {asked} here. Where {own} is meant, name it here, too: --profile, or HOMOLOGA_PROFILE in `.env`.',
  'review.screenshots': 'Screenshots: {count}, in {dir}',
  'review.screenshots.no-browser':
    'Screenshots: none, for no browser was found. Name one with `--browser FILE`; they are not required.',
  'review.screenshots.no-playwright':
    'Screenshots: none, for the package playwright-core is not installed (`npm install playwright-core`); they are not required.',
  'review.screenshots.not-starting': 'Screenshots: none, for the browser did not start: {detail}',
  'review.application-ended': 'The application ended by itself ({how}) before the review was over.',
  'review.application-printed': 'What it printed last:',
  'review.evidence.made': 'Evidence: {path} (SHA-256 {sha256})',
  'review.evidence.not-made':
    'Evidence: not made, for the verdict is not {ready}. Do what stands above, and repeat.',
  'review.evidence.secret':
    'Evidence: not made, for "{path}" holds a known secret. Replace the file, and renew the secret.',
  'review.next.pass': 'Next: check the evidence with `homologa review --verify {path}`.',
  'review.next.fail': 'Next: mend number 1, and repeat `{command}`.',
  'review.next.incomplete': 'Next: supply number 1, and repeat `{command}`.',
  'review.files': 'Files: {dir}',
  'review.verified': '{path} is whole: {files} files of "{application}", made {createdAt} by {tool}.',
  'review.verified.not': '{path} is not as it was made:',
  'review.flaw.not-an-archive': 'it is no zip archive',
  'review.flaw.too-large': 'it holds more than 200 MB',
  'review.flaw.unsafe-name': 'the name "{path}" leads out of the folder: do not unpack it',
  'review.flaw.no-seal': 'it has no seal: it was packed by another program, or its end is missing',
  'review.flaw.seal-broken': 'a byte of it changed since it was sealed',
  'review.flaw.no-manifest': 'it has no manifest',
  'review.flaw.manifest-broken': 'its manifest was changed',
  'review.flaw.file-changed': '"{path}" was changed',
  'review.flaw.file-missing': '"{path}" is missing',
  'review.flaw.file-added': '"{path}" was added',
  'review.flaw.more': '  … {all} in all',
  'review.flaw.next': 'Ask whoever sent it for the file as `homologa review` wrote it.',
  'review.file-unreadable': 'The file "{path}" cannot be read ({why}). Check the path.',
  'question.name-fits':
    'Is the name the one that clients know, free of the marks of others and of the service’s own name?',
  'question.description-true': 'Does the description say what the application does today, and nothing more?',
  'question.category-fits': 'Is this the category in which a client would look for it?',
  'question.logo-own': 'May you use the logo, and can it be recognised when it is small?',
  'question.homepage-tells':
    'Does the homepage tell a stranger what the application is, for whom, what it costs and who stands behind it?',
  'question.manual-complete':
    'Does the manual show how to install, use and remove the application, step by step?',
  'question.video-shows': 'Does the video show the application at work with an account of the service?',
  'question.scopes-needed':
    'Is each scope needed for the purpose, and would the application stop working without it?',
  'question.pages-help':
    'Does each page of the redirect link, on a telephone too, tell its reader what happened and what to do next?',
  'question.ready-to-operate': 'Is the application ready to operate the accounts of clients today?',
  'note.title': 'Application for review: {name}',
  'note.greeting': 'To the reviewers,',
  'note.intro':
    'we ask for the review of the application "{name}" ({category}). {purpose} Everything in this archive was gathered on {date} by homologa {version} under the profile "{profile}".',
  'note.contents': 'What you find here',
  'note.contents.review': '`review.md`: the outcome of the checks, in words',
  'note.contents.reports':
    '`report.json`, `report.html`, `summary.md`, `junit.xml`: the same for machines and browsers',
  'note.contents.journal':
    '`journal.ndjson`, `exchanges.har`: each request and answer, secrets and personal data masked',
  'note.contents.run': '`homologation/`: the run of the five steps, where it was recorded before',
  'note.contents.screenshots': '`screenshots/`: the pages of the redirect link as a telephone shows them',
  'note.contents.no-screenshots':
    'no screenshots: no browser was at hand; the pages’ answers are in the journal',
  'note.contents.answers': '`answers/`: the evidence of what only a person can judge',
  'note.contents.manifest': '`manifest.json`: the SHA-256 of each file; `homologa review --verify` checks it',
  'note.scopes': 'Scopes, and why each is needed',
  'note.answers': 'What a person judged',
  'note.answer': '{question} Yes, on {date}.',
  'note.promise':
    'The five steps were run against {target}. The checks cannot promise how the service decides; they show that none of them found anything broken.',
  'note.target.embedded': 'an emulation of the service',
  'note.target.real': 'the service at {baseUrl}',
  'login.no-client':
    'The login needs the client. Set HOMOLOGA_CLIENT_ID and HOMOLOGA_CLIENT_SECRET (see the application’s edit screen).',
  'login.no-token-url': 'The login needs the token address. Set HOMOLOGA_TOKEN_URL or use --token-url.',
  'login.no-authorize-url':
    'The login needs the authorization address. Use --authorize-url, or a profile that knows it (`--profile bling`).',
  'login.no-base-url':
    '--authorize-url is of a real service. Give its address as well, with --base-url or HOMOLOGA_BASE_URL.',
  'login.embedded': 'No base URL: logging in to the embedded service (seed {seed}). Its tokens end with it.',
  'login.redirect-link': 'The application’s registered redirect link must be {redirect} for this.',
  'login.open': 'Open this address, sign in, and consent:',
  'login.opened': 'The browser was asked to open this address:',
  'login.waiting': 'Waiting for the answer at {redirect} (at most {time}) …',
  'login.paste': 'Where the browser ends on another address, paste that whole address here and press Enter.',
  'login.not-an-address':
    'That is no address. Paste the whole of it, as the browser shows it: from https:// on, with `code` and `state`.',
  'login.done': 'Logged in. The tokens are in {path}, readable by you alone.',
  'login.done-embedded': 'Logged in. The code was exchanged {ms} ms after it came; the tokens were not kept.',
  'login.expires': 'The access token lives until {at}.',
  'login.renews': '`homologa` renews the access token by itself.',
  'login.no-refresh':
    'The service gave no refresh token: when the access token dies, `homologa login` must be run again.',
  'login.next': 'Next: `homologa doctor`, then `homologa check`.',
  'login.failed.denied':
    'The account holder did not consent ({error}). Run `homologa login` again and consent.',
  'login.failed.inactivated':
    'The application is inactivated ({error}). Only the service’s team can reactivate it: contact them.',
  'login.failed.error':
    'The service answered the authorization with "{error}": {description}. Mend that, and try again.',
  'login.failed.state':
    'An answer came whose `state` is not the one of this login. It was refused, and its code not used. Run `homologa login` again.',
  'login.failed.no-code': 'An answer came without a code. Run `homologa login` again.',
  'login.failed.exchange': 'The code could not be exchanged: {why}. Run `homologa login` again.',
  'login.failed.timeout':
    'No answer came within {time}. Run `homologa login` again; `--timeout` waits longer.',
  'login.failed.port':
    'The port {port} cannot be listened on ({why}). Choose another with --port, and register that redirect link.',
  'login.page.done.title': 'Connected',
  'login.page.done': 'The account is connected. You can close this page and go back to the terminal.',
  'login.page.failed.title': 'Not connected',
  'login.page.failed': 'The account was not connected. The terminal says why.',
  'init.written': 'written: {path}',
  'init.kept': 'kept as it is: {path} (nothing is overwritten)',
  'init.next':
    'Next: fill in application.yaml and .env, then `homologa doctor`, `homologa check`, `homologa examine -- {start}`, `homologa review -- {start}`.',
  'init.ask.name': 'Name of the application',
  'init.ask.base-url': 'Base address of the service with its version prefix (empty: the embedded service)',
  'init.ask.token-url': 'Token address (empty: the profile’s)',
  'init.ask.profile': 'Profile (spec or bling)',
  'init.ask.client-id': 'Client id (empty: later)',
  'init.ask.start': 'Command that starts your application',
  'init.not-writable': 'The folder "{path}" cannot be written to ({why}).',
  'init.env.head':
    'Settings of homologa. This file holds secrets: it is readable by you alone; keep it out of version control.',
  'init.env.base-url':
    'Address of the service with its version prefix. Without this line: the embedded service.',
  'init.env.token-url': 'Address for token requests. Without this line: the profile’s.',
  'init.env.profile': 'Readings and open values: spec, bling, or a file. Without this line: spec.',
  'init.env.client':
    'The application’s client, from its edit screen; `homologa login` and renewals need both.',
  'init.env.tokens': 'Only where you have tokens already; `homologa login` gets and keeps them.',
  'init.env.lang': 'Language of messages and reports: en or pt-BR.',
  'init.yaml.head': [
    'The registration of the application, as its registration screen has it, for `homologa review`.',
    'Fill in every line; what is left empty is reported as missing, never as passed.',
  ].join('\n'),
  'init.yaml.name': 'Shown to clients; 3 to 60 characters.',
  'init.yaml.short-description': 'Shown in the extension directory; 20 to 160 characters.',
  'init.yaml.description': 'What it does, for whom, what it needs; 80 to 4000 characters.',
  'init.yaml.category': 'As the registration screen offers it.',
  'init.yaml.logo': 'A file beside this one, or an https address. Square, 100 to 2048 pixels, at most 2 MB.',
  'init.yaml.redirect-link': 'Where the service sends the browser after consent or refusal.',
  'init.yaml.homepage-link': 'Readable by anybody, without signing in.',
  'init.yaml.manual-link': 'Readable by anybody, without signing in.',
  'init.yaml.video-link': 'Demonstration video, public or unlisted.',
  'init.yaml.rehearsal-link':
    'The same page where `homologa review -- command` starts the application (http://127.0.0.1:8787/callback). Empty: the redirect link.',
  'init.yaml.start-link':
    'The address in your application at which its user begins the authorization. With it the review learns the `state` that the application gives out. Empty: the pages of success cannot be called.',
  'init.yaml.visibility': 'public or private',
  'init.yaml.situation': 'em-desenvolvimento, em-revisao, aprovado, rejeitado or inativado',
  'init.yaml.next-situation': 'Where it is to stand next; a move that cannot be is refused with the reason.',
  'init.yaml.purpose': 'One sentence; the scopes are held against it.',
  'init.yaml.language': 'Language of the pages that its users read.',
  'init.yaml.scopes':
    'Each scope that the application asks for: its name or number, why it is needed, which resource families it opens (as `homologa contract` names them) and whether to read or to write.',
  'init.yaml.answers':
    'What only a person can judge: answer yes or no, with the day on which somebody looked, and a file that shows it where one is asked for.',
  'init.yaml.evidence': 'a file beside this one',
  'init.suite.head':
    'A suite of your own: `homologa` runs its steps one after the other, paced and with the token renewed.',
  'init.workflow.one-run': 'One run at a time for each account.',
  'init.workflow.live':
    'Without the variable HOMOLOGA_BASE_URL, or with too few routes seen, this fails: no green without a look at the service.',
  'init.workflow.name': 'Nightly contract',
  'doctor.title': 'homologa {version} looks around, and leaves nothing behind.',
  'doctor.ok': 'ok',
  'doctor.warn': 'look',
  'doctor.fail': 'mend',
  'doctor.skip': '–',
  'doctor.summary.ok': 'Nothing to mend. Next: `homologa check`.',
  'doctor.summary.fail': 'To mend: {count}. Each line above says how.',
  'doctor.node': 'Node {version}',
  'doctor.node.remedy': 'Install Node {floor} or newer; the line of Node 22 or 24 suits best.',
  'doctor.settings': 'profile {profile}, spacing {spacingMs} ms',
  'doctor.address': '{baseUrl} answers (status {status}, {ms} ms)',
  'doctor.address.failing.remedy':
    'Its own error, or that of a gateway before it: what lies behind may fail likewise. Check HOMOLOGA_BASE_URL, or try again later.',
  'doctor.address.moved': '{baseUrl} answers (status {status}, {ms} ms) and sends on to {to}',
  'doctor.address.moved.remedy':
    'Name the address where it ends in HOMOLOGA_BASE_URL: no redirection is followed, for credentials go to no other origin.',
  'doctor.address.embedded': 'no base URL: the embedded service is used',
  'doctor.address.none': '{baseUrl} does not answer: {why}',
  'doctor.address.remedy':
    'Check HOMOLOGA_BASE_URL, the network, and a proxy between; the address ends in the version prefix (/Api/v3).',
  'doctor.address.prefix': '{baseUrl} does not end in /Api/v3',
  'doctor.address.prefix.remedy':
    'Add the version prefix to HOMOLOGA_BASE_URL, unless your service has another.',
  'doctor.tls': 'https, the certificate is trusted',
  'doctor.tls.local': 'plain http to this machine',
  'doctor.tls.skip': 'not looked at: nothing answered',
  'doctor.tls.fail': 'the certificate or the handshake failed: {why}',
  'doctor.tls.remedy':
    'Name the missing authority (--ca FILE), or correct the address. Never switch the check off.',
  'doctor.tls.off':
    'NODE_TLS_REJECT_UNAUTHORIZED=0 is set: homologa checks certificates all the same, other tools do not',
  'doctor.tls.off.remedy': 'Unset it: tokens would go to whoever answers.',
  'doctor.clock': 'this clock and the service’s differ by {seconds} s',
  'doctor.clock.unknown': 'the service tells no time',
  'doctor.clock.remedy':
    'Set this machine’s clock by the network (NTP): tokens seem dead or alive at the wrong time otherwise.',
  'doctor.proxy': 'no proxy variables',
  'doctor.proxy.set':
    '{names} set: https takes HTTPS_PROXY but for what NO_PROXY names; every other proxy is ignored',
  'doctor.proxy.remedy':
    'Times measured through a proxy hold its own, too: where there is a direct way, name the service in NO_PROXY.',
  'doctor.token': 'an access token is there',
  'doctor.token.renewable': 'no access token, but it can be renewed',
  'doctor.token.expired': 'the access token has expired, and can be renewed',
  'doctor.token.none': 'there is no token',
  'doctor.token.remedy': 'Run `homologa login`, or set HOMOLOGA_ACCESS_TOKEN or HOMOLOGA_REFRESH_TOKEN.',
  'doctor.token.embedded': 'the embedded service brings its own tokens',
  'doctor.token.store': 'the stored tokens cannot be read: {why}',
  'doctor.token.store.remedy': 'Mend or delete .homologa/tokens.json, then run `homologa login`.',
  'doctor.renewal': 'renewable by {way}',
  'doctor.renewal.none': 'not renewable: the five steps need a renewal',
  'doctor.renewal.maybe-spent':
    'the refresh token went out at {since}, and no answer to it was kept: it may be spent',
  'doctor.renewal.maybe-spent.remedy':
    'Run `homologa login`. A run takes `--token-retry` to send the token once more; a service may then revoke the access.',
  'doctor.renewal.remedy':
    'Run `homologa login`, or set HOMOLOGA_REFRESH_TOKEN, HOMOLOGA_CLIENT_ID, HOMOLOGA_CLIENT_SECRET and HOMOLOGA_TOKEN_URL.',
  'doctor.lock': 'no other run uses the account',
  'doctor.lock.busy': '"{command}" (process {pid}) uses the account since {since}',
  'doctor.lock.remedy': 'Wait for it to end: two runs at once break each other’s spacing.',
  'doctor.rate': 'rate: {perSecond} requests a second',
  'doctor.rate.none': 'rate: the profile names none',
  'doctor.rate.limited': 'the service asks for patience (status 429)',
  'doctor.rate.remedy': 'Wait some minutes, and look for other programs that use the account.',
  'doctor.disk': '{free} GB free in {path}',
  'doctor.disk.remedy': 'Free some space: a night of traffic takes about 1 GB.',
  'doctor.write': '{path} can be written to',
  'doctor.write.fail': '{path} cannot be written to ({why})',
  'doctor.write.remedy': 'Change its permissions, or name another folder with --report-dir.',
  'completion.shell': 'The shell "{shell}" is not known. Known are: bash, zsh, fish.',
} as const
