/** Why a run ended early, why a token was not renewed, and what the user can mend. */
export const runUi = {
  'run.stopped.no-token': 'There is no access token to send, and none could be got: {why}.',
  'run.stopped.renewal-failed': 'The access token was refused, and could not be renewed: {why}.',
  'run.stopped.refused-twice': '{step} refused the renewed token as well (status {status}).',
  'run.stopped.refused-route': '{step} refused the token, and was not asked again.',
  'run.stopped.limit-hit':
    '{step} hit the limit (status {status}); the whole operation was repeated {repeats} times.',
  'run.stopped.hold-too-long': '{step} hit the limit and asks to wait {seconds} s; at most 60 s are waited.',
  'run.stopped.no-success': '{step} was answered with status {status}.',
  'run.stopped.no-answer': '{step} got no complete answer: {why}.',
  'run.stopped.missing-capture':
    '{step} could not be sent: no response before it held {captures}, or none of letters, digits, - and _ alone.',
  'run.stopped.interrupted': 'The run was interrupted.',
  'run.stopped.otherwise': 'It ended early.',
  'run.failure.refused': 'nobody listens at the address',
  'run.failure.unresolved': 'the host name has no address',
  'run.failure.tls': 'the certificate or the TLS handshake failed',
  'run.failure.unconnected': 'no connection came about',
  'run.failure.timeout': 'it was not complete within the time allowed',
  'run.failure.reset': 'the connection ended early',
  'run.failure.too-large': 'it was larger than allowed',
  'run.failure.malformed': 'it was not HTTP',
  'run.failure.aborted': 'it was given up',
  'run.renewal.no-answer': 'the token address gave no complete answer',
  'run.renewal.refused': 'the token address answered with status {status} ({error})',
  'run.renewal.stored-refused':
    "the token address answered with status {status} ({error}) to the refresh token that an earlier renewal left in .homologa/tokens.json; it goes before the settings' own until that one changes",
  'run.renewal.not-json': 'the token address answered with something that is no JSON object',
  'run.renewal.no-token': 'the answer of the token address holds no access_token',
  'run.renewal.unusable-token': 'the new token holds characters that no header can carry',
  'run.renewal.byte-order-mark':
    'the answer of the token address begins with a byte order mark, which is no JSON',
  'run.renewal.other-type': 'the new token is not of the type Bearer',
  'run.renewal.expired': 'the new token had expired when it was issued',
  'run.renewal.no-way':
    'set HOMOLOGA_REFRESH_TOKEN with HOMOLOGA_CLIENT_ID, HOMOLOGA_CLIENT_SECRET and HOMOLOGA_TOKEN_URL, or HOMOLOGA_TOKEN_COMMAND',
  'run.fault.idle':
    "The fault '{name}' changed nothing: no request of this run gave it an occasion. It breaks {breaks}.",
  'run.renewal.maybe-spent':
    'the refresh token went out at {since}, and no answer to it was kept: it may be spent, and a second use may make the service revoke the access. Run `homologa login`, or send it once more with --token-retry',
  'run.renewal.command-failed': 'the token command ended with {exit}',
  'run.renewal.command-silent': 'the token command printed nothing',
  'run.renewal.command-timeout': 'the token command did not end in time',
  'client.insecure-address':
    '"{address}" is not https. Only an address of this machine (127.0.0.1, ::1, localhost) may use plain http.',
  'client.foreign-origin': 'Credentials go to {allowed} alone, not to "{origin}". Nothing was sent.',
  'client.account-busy':
    'The account is in use by "{command}" (process {pid}) since {since}. Two runs at once would break each other\'s spacing. Wait for it to end, or end it.',
  'client.account-waiting': 'Waiting for "{command}" (process {pid}), which uses the account since {since}.',
  'client.account-folder':
    '"{folder}" does not belong to this user. Delete it, or set TMPDIR to a folder of your own.',
  'client.lock-unusable':
    '"{path}" cannot be used as a lock: {reason}. Make its folder writable for this user, or delete what stands there.',
  'client.token-kept-elsewhere':
    'The new refresh token could not be written to "{path}" ({reason}). It is safe in "{elsewhere}", where the next run finds it. Make "{path}" writable, and run again.',
  'client.token-rescued':
    'The new refresh token could not be written to "{path}" ({reason}). It is in "{elsewhere}": move that file to "{path}" before the next run.',
  'client.token-lost':
    'The new refresh token could not be written to "{path}" ({reason}), nor anywhere else. The one before it is spent. Make the folder writable, and run `homologa login`.',
  'client.token-file-corrupt':
    '"{path}" is not a token file of homologa: expected {"version":1,"accounts":{…}}. A copy is kept as "{copy}". Mend the file, or delete it; then the tokens of the environment are used.',
  'client.token-file-unusable': '"{path}" cannot be used: {reason}. Make its folder writable for this user.',
  'client.token-file-locked': '"{path}" is held by another process. Delete it if there is none.',
} as const
