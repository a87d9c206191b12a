/** What the command line says beyond help and reports. */
export const cliUi = {
  'settings.env.unknown': "The environment variable '{name}' is not known. Known are: {known}.",
  'settings.env.unknown-near': "The environment variable '{name}' is not known. Did you mean '{near}'?",
  'settings.dotenv.unknown': "'{name}' in .env is not known. Known are: {known}.",
  'settings.dotenv.unknown-near': "'{name}' in .env is not known. Did you mean '{near}'?",
  'settings.dotenv.lines':
    "In '.env' these lines cannot be read: {lines}. Each must be NAME=value, a comment (#) or blank, with every quotation mark closed; save the file as UTF-8.",
  'settings.dotenv.unreadable': "The file '.env' cannot be read ({why}). Mend its permissions or remove it.",
  'settings.milliseconds':
    "'{name}' is '{text}', but must be a number of milliseconds from 0 to 3600000, for example 2000.",
  'settings.empty': "'{name}' is empty. Give it a value, or leave it out.",
  'settings.number': "'{name}' is '{text}', but must be a number from {least} to {most}, such as 3 or 0.5.",
  'settings.duration':
    "'{name}' is '{text}', but must be a time from 1 s to {most} s, such as 90, 90s or 5m.",
  'settings.shard': "'{name}' is '{text}', but must be a part of several, such as 2/5.",
  'settings.severity':
    "'{name}' is '{text}', but must be a requirement and its level, such as drift/added=warning (error, warning, info, off).",
  'cli.not-recorded': 'The exchange {exchange} was answered but not recorded.',
  'settings.file-not-writable': "The file '{path}' cannot be written ({why}). Name another.",
  'settings.env-file-taken':
    "The file '{path}' holds other settings, and --write-env would replace them. Name another, or remove it.",
  'settings.requirement.several': "'{name}' fits several requirements: {fitting}. Name one of them.",
  'settings.switch': "'{name}' is '{text}', but must be 1 or 0.",
  'library.option': "`{call}`: the option '{name}' is {text}, but does not fit: {why}.",
  'library.option-unknown': "`{call}` has no option '{name}'; it has: {known}.",
  'library.credentials':
    "`{call}` has 'credentials' and no 'baseUrl', without which it speaks to the embedded service, that has its own. Give the address, or leave them out.",
  'library.no-file': '`judge` needs the path of a recording: a journal or a HAR.',
  'settings.choice': "'{name}' is '{text}', but must be one of: {choices}.",
  'settings.url':
    "'{name}' is '{text}', but must be an address without blanks that begins with https:// (or http:// on this machine).",
  'settings.url-empty':
    "'{name}' is set but empty, as a variable of a workflow is that nobody defined. Give the address, or remove '{name}' altogether.",
  'settings.url-credentials':
    "'{name}' holds a user name or a password. Credentials belong into HOMOLOGA_CLIENT_ID and HOMOLOGA_CLIENT_SECRET.",
  'settings.url-query':
    "'{name}' holds a query or a fragment. Give the plain address, with its version prefix.",
  'settings.profile.unknown':
    "The profile '{name}' is not known. Known are: {known}; or name a file (./my-profile.yaml).",
  'settings.profile.unknown-near': "The profile '{name}' is not known. Did you mean '{near}'?",
  'settings.profile.unreadable': "The profile '{file}' cannot be read ({why}). Check the path.",
  'settings.profile.no-object': "The profile '{file}' holds no object. See README, section Profiles.",
  'settings.profile.field':
    "'{path}' in the profile '{file}' does not fit: {why}. See README, section Profiles.",
  'settings.profile.field-near': "'{path}' in the profile '{file}' is not known. Did you mean '{near}'?",
  'settings.profile.shape-route':
    "{place}: '{path}' is no route that this profile knows. Write method and path as reports name them; some routes are known with `extends: bling` alone.",
  'settings.profile.shape-reference':
    "{place}: the schema of '{path}' refers to itself without end. Let a property or an item stand between.",
  'settings.profile.shape-schema':
    "{place}: the schema of '{path}' cannot be read ({detail}). Docs: how-to/write-a-profile.md.",
  'settings.profile.shapes-size':
    '{place}: the shapes hold more than {most} characters. Keep those that you need.',
  'settings.no-token':
    'There is no access token. Set HOMOLOGA_ACCESS_TOKEN, or HOMOLOGA_REFRESH_TOKEN with HOMOLOGA_CLIENT_ID and HOMOLOGA_CLIENT_SECRET, or HOMOLOGA_TOKEN_COMMAND; `homologa login` gets one.',
  'settings.token-unsendable':
    "'{name}' holds blanks or other characters that no header can carry. Copy the token again, without quotes and line breaks.",
  'settings.no-token-url':
    'A refresh token needs the token address. Set HOMOLOGA_TOKEN_URL or use --token-url.',
  'settings.ca':
    '"{file}" holds no certificate that can be read ({why}). Name a PEM file that begins with "-----BEGIN CERTIFICATE-----".',
  'settings.proxy':
    '{name} is no address of a proxy. Give it as http://host:port or http://name:password@host:port (a % in them as %25), or unset it.',
  'cli.tls-kept':
    'NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored: certificates are always checked. For an authority of your own use --ca FILE.',
  'settings.no-client':
    'A refresh token needs the client. Set HOMOLOGA_CLIENT_ID and HOMOLOGA_CLIENT_SECRET.',
  'settings.embedded-only':
    "'{flag}' works on the embedded service only. Leave out --base-url and HOMOLOGA_BASE_URL, or leave out '{flag}'.",
  'settings.integer': "'{name}' is '{text}', but must be a whole number from {least} to {most}.",
  'settings.moment':
    "'{name}' is '{text}', but must be a number of requests and what happens after it, such as 3:inactivate (expire, consent, inactivate, reuse, or scope- with a resource: 5:scope-produtos).",
  'settings.latency':
    "'{name}' is '{text}', but must be milliseconds up to 60000, or the least and the most such as 50..400.",
  'settings.origin':
    "'{name}' is '{text}', but must be scheme, name and port alone, such as http://host.docker.internal:8080.",
  'settings.scope.unknown':
    "No route lies below '/{path}', so no scope can be taken away there. docs/reference/routes.md lists them.",
  'settings.scope.unknown-near': "No route lies below '/{path}'. Did you mean '{near}'?",
  'settings.fault.unknown': "The fault '{name}' is not known. `--fault list` lists them.",
  'settings.fault.unknown-near': "The fault '{name}' is not known. Did you mean '{near}'?",
  'settings.requirement.unknown':
    "The requirement '{name}' is not known. `homologa requirements` lists them.",
  'settings.requirement.unknown-near': "The requirement '{name}' is not known. Did you mean '{near}'?",
  'settings.no-run': "There is no run at '{path}'. Name the folder of a run, its journal or its report.json.",
  'settings.no-report':
    "'{path}' holds a journal and no report: the run was killed, or its reports were taken away. Write them with `homologa report {path}`, and repeat this.",
  'report.of-review':
    "'{path}' is a review, of which the journal holds the calls alone: its reports cannot be written from that. Repeat it with `homologa review`, in any language.",
  'report.no-part':
    "'{path}' is no run of `contract`, so it is no part of one. `report` takes several folders only where they are parts of one run (`--shard`).",
  'report.other-part':
    "'{path}' and '{other}' are no parts of one run: they differ in `{what}` ({here}; {there}). Report each alone, or run all parts with the same settings.",
  'settings.judged':
    "'{path}' holds no journal: `judge` wrote it from '{file}', and leaves that where it lies. Judge it again, in any language: `homologa judge {file}`.",
  'settings.single-run':
    "'{path}' is a single run. Name a second one after it, or the folder that holds the runs, such as `reports`.",
  'settings.no-runs':
    "'{path}' is no folder of runs. Name the folder that holds them, such as `reports`, or two runs.",
  'cli.disk':
    '"{path}" cannot be written ({why}). Make room, or name another folder with --report-dir; `homologa judge` reads what the journal holds so far.',
  'cli.no-folder': 'The folder that you stand in is there no longer. Change to another one, and repeat.',
  'cli.output':
    'Standard output could not be written to ({why}): what stands there is not whole. The reports in their folder are.',
  'settings.not-writable':
    "The folder '{path}' cannot be written to ({why}). Name another with --report-dir.",
  'settings.watch.command': '--watch runs a command again: name it after `--`.',
  'settings.command': "The command '{text}' could not be started ({why}). Check its name after `--`.",
  'settings.target-live':
    "'--target live' needs the address of the service: set HOMOLOGA_BASE_URL or use --base-url.",
  'settings.target':
    "'{name}' is missing: name the service to stand before, for example --target https://erp.example/Api/v3.",
  'settings.port':
    'The port {port} cannot be listened on ({why}). Choose another with {flag}, or leave it out for a free one.',
  'settings.host':
    'The address {host} cannot be listened on ({why}). Give --host an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
  'settings.encoding':
    "'{file}' is no UTF-8: line {line} holds other bytes (perhaps Latin-1 or Windows-1252, or UTF-16 as PowerShell and Notepad write it). Save it anew as UTF-8.",
  'settings.baseline':
    "The baseline '{file}' cannot be read ({why}). Check the path, or write the first one with --update-baseline.",
  'settings.file': "The file '{file}' cannot be read ({why}). Check the path.",
  'cli.embedded': 'No base URL: using the embedded service (seed {seed}, token dies at step {invalidateAt}).',
  'cli.embedded.fault': 'The embedded service misbehaves on purpose: {faults}.',
  'cli.target': 'Service: {baseUrl} · profile {profile} · report {dir}',
  'cli.stopped': 'The run ended early: {why}',
  'cli.stopped-by-hand': 'Interrupted.',
  'cli.interrupted': 'Interrupted. What happened so far is in {dir}.',
  'cli.cut-short':
    'The process ended before the command did: code of yours, such as a suite, ended it, or waits for what never comes. There is no verdict.',
  'cli.broken-off': 'This run ends here. What was recorded so far can be judged: homologa judge "{path}"',
  'cli.harness':
    'homologa itself failed: {message}. This is a fault of the harness, not of your application.',
  'cli.harness.next':
    'The journal holds what happened so far. Please report this with the lines above; --log-level debug shows more.',
  'cli.usage.next': 'See `{command} --help`.',
  'cli.emulate.listening': 'The embedded service listens on {url} (seed {seed}).',
  'cli.emulate.credentials': 'Settings for a client: {file}',
  'cli.emulate.print': 'Point any client at it with these settings (they are worth nothing elsewhere):',
  'cli.emulate.stop': 'Ctrl-C ends it.',
  'cli.event': '{session}: the event {event} has come about.',
  'cli.public-url': 'Clients reach it as {url}.',
  'cli.notice.unknown-parameter':
    '{route}: this service knows no parameter {name}; the answer is as if it were not there.',
  'cli.notice.undocumented-parameter':
    '{route}: the parameter {name} is not documented; here it filters as its documented plural does.',
  'cli.notice.parameter-without-effect':
    '{route}: the parameter {name} has no effect in the embedded service.',
  'cli.faults.steps':
    'Faults of the five steps and of tokens, for check, examine and emulate, and the requirement that each breaks:',
  'cli.faults.routes':
    'Faults of every other route, for contract (most of them with --write), examine and emulate:',
  'cli.requirement.level.must': 'must',
  'cli.requirement.level.should': 'should',
  'cli.requirement.level.observed': 'observed',
  'cli.explain.means': 'What it means',
  'cli.explain.why': 'Why it matters',
  'cli.explain.breaks': 'What usually breaks it',
  'cli.explain.fix': 'How to fix it',
  'cli.explain.clause': 'Clause',
  'cli.explain.faults': 'See it broken',
  'cli.usage.unknown-command': "There is no command '{name}'.",
  'cli.usage.unknown-command-near': "There is no command '{name}'. Did you mean '{near}'?",
  'cli.usage.early-option': "The option '{name}' belongs behind the command.",
  'cli.usage.unknown-option': "There is no option '{name}'.",
  'cli.usage.unknown-option-near': "There is no option '{name}'. Did you mean '{near}'?",
  'cli.usage.missing-value': "The option '{name}' needs a value.",
  'cli.usage.missing-argument': "The argument '{name}' is missing.",
  'cli.usage.excess-arguments': 'Too many arguments.',
  'cli.usage.invalid': '{message}',
} as const
