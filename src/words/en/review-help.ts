/** `--help` of the commands on the way to a review, in English. */
export const reviewHelp = {
  review:
    'say whether to press "request review" now: registration, links, redirect pages, five steps, evidence',
  'review.application': 'registration of the application (default application.yaml)',
  'review.recording':
    'journal, HAR or run folder of the application at work (repeatable; default: the newest run)',
  'review.browser': 'browser program for screenshots (default: Chrome or Chromium where it is installed)',
  'review.port': 'port of the embedded service that the application is pointed at (default: a free one)',
  'review.verify': 'check an evidence.zip instead',
  login: 'get tokens by the authorization code flow and keep them',
  'login.no-browser': 'print the address instead of opening it',
  'login.port': 'port of the redirect link on this machine (default 8910)',
  'login.redirect-path': 'path of the redirect link (default /callback)',
  'login.authorize-url': 'authorization address (default: the profile’s, or beside the token address)',
  'login.timeout': 'seconds to wait for the consent (default 300)',
  init: 'write .env, application.yaml, a suite and a nightly workflow; overwrites nothing',
  'init.name': 'name of the application',
  'init.client-id': 'client id of the application',
  'init.start': 'command that starts the application',
  'init.yes': 'ask nothing',
  doctor: 'look at everything that a run needs, and say how to mend what is wrong; reads only',
  completion: 'print completion for a shell',
  'completion.shell': 'bash, zsh or fish',
} as const
