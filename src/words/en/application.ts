import {
  type Findings,
  type LinkSuffix,
  type PageSuffix,
  prefixed,
  type Sentences,
  type TextSuffix,
} from '../sentences.js'

/** What the rules of the registration say, and what `review`, `login`, `init` and `doctor` tell, in English. */

function answeredNo(what: string): Sentences {
  return {
    message: `The question "{question}" about ${what} was answered "no".`,
    expected: 'the answer "yes"',
    actual: 'no',
    hint: 'Mend what the answer names, look again, and answer anew with the date of that day.',
  }
}

function textFindings<const I extends string>(id: I, what: string): Findings<I, TextSuffix> {
  const findings: Readonly<Record<TextSuffix, Sentences>> = {
    missing: {
      message: `The registration has no ${what}.`,
      expected: `a ${what}`,
      actual: 'nothing',
      hint: `Write the ${what} into application.yaml as it stands in the registration screen.`,
    },
    placeholder: {
      message: `The ${what} is a placeholder: "{text}".`,
      expected: `the ${what} that clients will read`,
      actual: '{text}',
      hint: 'Replace it with what clients should read, here and in the registration screen.',
    },
    short: {
      message: `The ${what} is very short: {length} characters.`,
      expected: 'at least {min} characters',
      actual: '{length} characters',
      hint: 'Write out what clients should read, here and in the registration screen.',
    },
    long: {
      message: `The ${what} is too long to be shown whole: {length} characters.`,
      expected: 'at most {max} characters',
      actual: '{length} characters',
      hint: 'Cut it to what a client must know.',
    },
    'answered-no': answeredNo(`the ${what}`),
  }
  return prefixed(id, findings)
}

function linkFindings<const I extends string>(id: I, what: string): Findings<I, LinkSuffix> {
  const findings: Readonly<Record<LinkSuffix, Sentences>> = {
    missing: {
      message: `The registration has no ${what}.`,
      expected: `an https address as ${what}`,
      actual: 'nothing',
      hint: `Write the ${what} into application.yaml as it stands in the registration screen.`,
    },
    'no-address': {
      message: `The ${what} "{url}" is no address.`,
      expected: 'an address such as https://example.com/page',
      actual: '{url}',
      hint: 'Write the whole address, beginning with https://.',
    },
    'not-https': {
      message: `The ${what} "{url}" is not https.`,
      expected: 'https',
      actual: '{url}',
      hint: 'Serve the page over https with a valid certificate. Only an address of this machine may be plain http, for rehearsals.',
    },
    'this-machine': {
      message: `The ${what} "{url}" leads to this machine: nobody else can reach it.`,
      expected: 'an https address that everybody can reach',
      actual: '{url}',
      hint: 'Good for a rehearsal. Write the published address before you ask for the review; `rehearsalLink` may stay on this machine.',
    },
    redirects: {
      message: `The ${what} "{url}" redirects again and again.`,
      expected: 'a page after at most 5 redirections',
      actual: 'more than 5 redirections',
      hint: 'Look for two addresses that send visitors to each other.',
    },
    'left-https': {
      message: `The ${what} "{url}" sends its visitors on to plain http.`,
      expected: 'https all the way',
      actual: '{finalUrl}',
      hint: 'Redirect to the https address instead.',
    },
    'no-answer': {
      message: `The ${what} "{url}" does not answer: {failure:kind}.`,
      expected: 'an answer within the time allowed',
      actual: 'no answer: {failure:kind}',
      hint: 'Open the address in a browser from another network; check name, certificate and server.',
    },
    status: {
      message: `The ${what} "{url}" answers with status {status}.`,
      expected: 'a page: status 200',
      actual: 'status {status}',
      hint: 'Correct the address, or publish the page.',
    },
    'answered-no': answeredNo(`the ${what}`),
  }
  return prefixed(id, findings)
}

function pageFindings<const I extends string>(id: I): Findings<I, PageSuffix> {
  const findings: Readonly<Record<PageSuffix, Sentences>> = {
    redirects: {
      message: 'Called with `{call}`, the redirect link redirects again and again.',
      expected: 'a page after at most 5 redirections',
      actual: 'more than 5 redirections',
      hint: 'Show a page of your own after the call; do not send the user back to the authorization on an error.',
    },
    'left-https': {
      message: 'Called with `{call}`, the redirect link sends the user on to plain http.',
      expected: 'https all the way',
      actual: 'a redirection to http',
      hint: 'Redirect to an https address.',
    },
    'no-answer': {
      message: 'Called with `{call}`, the redirect link does not answer: {failure:kind}.',
      expected: 'a page',
      actual: 'no answer: {failure:kind}',
      hint: 'Look into the application log for this call; catch the error and show a page.',
    },
    status: {
      message: 'Called with `{call}`, the redirect link answers with status {status} instead of 200.',
      expected: 'a page with status 200',
      actual: 'status {status}',
      hint: 'Catch the case and show a page that says what happened and what to do next.',
    },
    'stack-trace': {
      message:
        'Called with `{call}`, the redirect link shows the insides of the program: an error message or stack trace.',
      expected: 'words for a person',
      actual: 'a stack trace or an error of the program',
      hint: 'Catch the error; log the details, show a sentence.',
    },
    'raw-json': {
      message: 'Called with `{call}`, the redirect link shows raw JSON.',
      expected: 'an HTML page with words for a person',
      actual: 'JSON',
      hint: 'Answer a browser with a page. JSON belongs to programs.',
    },
    'not-html': {
      message: 'Called with `{call}`, the redirect link answers with something that is no HTML page.',
      expected: 'Content-Type: text/html',
      actual: 'Content-Type: {contentType}',
      hint: 'Answer with an HTML page and declare it.',
    },
    'no-title': {
      message: 'Called with `{call}`, the redirect link shows a page without a title.',
      expected: 'a `<title>` that says what happened',
      actual: 'no title',
      hint: 'Add a `<title>`: it is what the tab and a screen reader say first.',
    },
    'no-words': {
      message: 'Called with `{call}`, the redirect link shows a page without words.',
      expected: 'a sentence for the user',
      actual: 'an empty page',
      hint: 'Say what happened and what to do next.',
    },
    'lang-missing': {
      message: 'Called with `{call}`, the redirect link shows a page that does not name its language.',
      expected: '`<html lang="{language}">`',
      actual: 'no `lang`',
      hint: 'Add `lang` to the `<html>` element, so that screen readers pronounce it rightly.',
    },
    'lang-other': {
      message: 'Called with `{call}`, the redirect link shows a page marked as "{lang}".',
      expected: '`lang="{language}"`, the language of its users',
      actual: '`lang="{lang}"`',
      hint: 'Show the page in the language of its users, and mark it so.',
    },
    language: {
      message: 'Called with `{call}`, the redirect link speaks another language than its users: "{spoken}".',
      expected: 'words in "{language}"',
      actual: 'words in "{spoken}"',
      hint: 'Translate the page; often it is the default page of a framework.',
    },
    'no-viewport': {
      message: 'Called with `{call}`, the redirect link shows a page that is not made for telephones.',
      expected: '`<meta name="viewport" content="width=device-width, initial-scale=1">`',
      actual: 'no such element',
      hint: 'Add the element; without it a telephone shows the page tiny.',
    },
    'too-wide': {
      message:
        'Called with `{call}`, the redirect link shows a page {overflowPx} pixels wider than a telephone.',
      expected: 'no sideways scrolling at 375 pixels',
      actual: '{overflowPx} pixels too wide',
      hint: 'Let text wrap and pictures shrink: `max-width: 100%`.',
    },
    'leak-link': {
      message:
        'Called with `{call}`, the redirect link shows a page whose links carry the code, a token or a secret.',
      expected: 'no credential in any address',
      actual: 'a credential in a link or source',
      hint: 'Keep code and tokens on the server; an address lands in logs, histories and referrers.',
    },
    'leak-form': {
      message:
        'Called with `{call}`, the redirect link shows a page whose form carries the code, a token or a secret.',
      expected: 'no credential on the page',
      actual: 'a credential in a form field',
      hint: 'Keep code and tokens on the server, under a session.',
    },
    'leak-text': {
      message: 'Called with `{call}`, the redirect link shows the code, a token or a secret on the page.',
      expected: 'no credential on the page',
      actual: 'a credential in the text',
      hint: 'Show that the connection stands, not what it stands on.',
    },
    'leak-script': {
      message:
        'Called with `{call}`, the redirect link puts the code, a token or a secret into a script of the page.',
      expected: 'no credential on the page',
      actual: 'a credential in a script',
      hint: 'Exchange the code on the server and keep the tokens there.',
    },
    'leak-source': {
      message:
        'Called with `{call}`, the redirect link sends the code, a token or a secret along in the source of the page.',
      expected: 'no credential in what is sent',
      actual: 'a credential that no reader sees, in a comment for instance',
      hint: 'Take it out: whoever looks at the source reads it. Keep code, tokens and secrets on the server.',
    },
    'leak-storage': {
      message:
        'Called with `{call}`, the page leaves the code, a token or a secret where its scripts can read it: in the storage of the browser, or in a cookie without HttpOnly.',
      expected: 'no credential within reach of scripts',
      actual: 'a credential in storage or in a cookie',
      hint: 'Any script of the page, a foreign one included, can carry it off. Keep tokens on the server, and give the browser a session cookie with HttpOnly.',
    },
    'leak-redirect': {
      message:
        'Called with `{call}`, the redirect link sends a token or a secret on in the address of a redirection.',
      expected: 'no credential in any address',
      actual: 'a credential in a `Location`',
      hint: 'Keep tokens on the server; send the user on with a session cookie.',
    },
    referrer: {
      message:
        'Called with `{call}`, the page tells other sites its address, and with it the code: its policy is "{policy}".',
      expected: 'Referrer-Policy: no-referrer, or a redirection to an address without the code',
      actual: 'Referrer-Policy: {policy}',
      hint: 'Send `Referrer-Policy: no-referrer`, and redirect to a clean address once the code is exchanged.',
    },
    'referrer-open': {
      message:
        'Called with `{call}`, the page has the code in its address, leads to other sites, and names no Referrer-Policy.',
      expected: 'Referrer-Policy: no-referrer, or a redirection to an address without the code',
      actual: 'no policy; the browser decides',
      hint: 'Send `Referrer-Policy: no-referrer`, and redirect to a clean address once the code is exchanged.',
    },
    'answered-no': answeredNo('the pages of the redirect link'),
  }
  return prefixed(id, findings)
}

export const applicationFindings = {
  ...textFindings('application/name', 'name'),
  ...textFindings('application/short-description', 'short description'),
  ...textFindings('application/description', 'description'),
  'application/description:same': {
    message: 'The description is the short description again.',
    expected: 'a text that says more',
    actual: 'the same text twice',
    hint: 'Say what the application does, for whom, and what it needs.',
  },
  ...textFindings('application/category', 'category'),
  'application/logo:missing': {
    message: 'The registration has no logo.',
    expected: 'an image',
    actual: 'nothing',
    hint: 'Name the image file (or its https address) under `logo` in application.yaml.',
  },
  'application/logo:unreadable': {
    message: 'The logo cannot be read: {reason}.',
    expected: 'a readable file or an https address that answers',
    actual: '{reason}',
    hint: 'Correct the path; it counts from the folder of application.yaml.',
  },
  'application/logo:no-image': {
    message: 'The logo is no image that browsers show.',
    expected: 'PNG, JPEG, WebP, GIF or SVG',
    actual: 'another kind of file',
    hint: 'Export it as PNG.',
  },
  'application/logo:cut': {
    message: 'The logo breaks off: the end of its file is missing.',
    expected: 'a whole image',
    actual: 'its beginning',
    hint: 'Export or upload it again; a browser shows a part of it, or nothing.',
  },
  'application/logo:not-square': {
    message: 'The logo is not square: {widthPx} × {heightPx} pixels.',
    expected: 'as wide as high',
    actual: '{widthPx} × {heightPx}',
    hint: 'Pad the shorter side; a list of applications shows logos in squares.',
  },
  'application/logo:small': {
    message: 'The logo is small: {widthPx} × {heightPx} pixels.',
    expected: 'at least {minPx} × {minPx}',
    actual: '{widthPx} × {heightPx}',
    hint: 'Export it larger from the original drawing; 512 × 512 suits every place.',
  },
  'application/logo:large': {
    message: 'The logo is larger than any place shows it: {widthPx} × {heightPx} pixels.',
    expected: 'at most {maxPx} × {maxPx}',
    actual: '{widthPx} × {heightPx}',
    hint: 'Export it smaller; 512 × 512 suits every place.',
  },
  'application/logo:heavy': {
    message: 'The logo file is heavy: {sizeBytes} bytes.',
    expected: 'at most {maxBytes} bytes',
    actual: '{sizeBytes} bytes',
    hint: 'Compress it or export it smaller.',
  },
  'application/logo:answered-no': answeredNo('the logo'),
  ...linkFindings('application/redirect-link', 'redirect link'),
  'application/redirect-link:fragment': {
    message: 'The redirect link "{url}" has a fragment.',
    expected: 'an address without "#"',
    actual: '{url}',
    hint: 'Parameters after "#" never reach the server; register the address without it.',
  },
  ...linkFindings('application/homepage-link', 'homepage link'),
  'application/homepage-link:sign-in': {
    message: 'The homepage "{url}" asks its visitors to sign in.',
    expected: 'a page that anybody can read',
    actual: 'a sign-in page',
    hint: 'Link a public page that says what the application is; reviewers and clients have no account yet.',
  },
  'application/homepage-link:empty': {
    message: 'The homepage "{url}" is empty.',
    expected: 'words about the application',
    actual: 'an empty page',
    hint: 'Say what the application is, for whom, and how to get it.',
  },
  ...linkFindings('application/manual-link', 'manual link'),
  'application/manual-link:sign-in': {
    message: 'The manual "{url}" asks its readers to sign in.',
    expected: 'a manual that anybody can read',
    actual: 'a sign-in page',
    hint: 'Publish the manual; reviewers have no account.',
  },
  'application/manual-link:empty': {
    message: 'The manual "{url}" is empty.',
    expected: 'how to install and use the application',
    actual: 'an empty page',
    hint: 'Say how to install, use and remove the application.',
  },
  ...linkFindings('application/video-link', 'demonstration video link'),
  'application/video-link:unavailable': {
    message: 'The video "{url}" is private or gone.',
    expected: 'a video that anybody can watch',
    actual: 'the site says that it is unavailable',
    hint: 'Set the video to public or unlisted, or correct the address.',
  },
  'application/scopes:none': {
    message: 'The registration names no scopes.',
    expected: 'each scope that the application asks for',
    actual: 'none',
    hint: 'List them under `scopes`, each with what it opens and why it is needed.',
  },
  'application/scopes:no-purpose': {
    message: 'The application’s purpose is not written down, so that no scope can be held against it.',
    expected: 'one sentence under `purpose`',
    actual: 'nothing',
    hint: 'Say in a sentence what the application is for.',
  },
  'application/scopes:twice': {
    message: 'The scope "{scope}" is listed twice.',
    expected: 'each scope once',
    actual: '{scope} again',
    hint: 'Remove one of the two.',
  },
  'application/scopes:unjustified': {
    message: 'The scope "{scope}" is not justified.',
    expected: 'a sentence of its own under `why`, relating it to the purpose',
    actual: 'no reason, a very short one, or the reason of another scope',
    hint: 'Say which function of the application needs it; a scope that nothing needs should go.',
  },
  'application/scopes:no-resources': {
    message: 'The scope "{scope}" does not say what it opens.',
    expected: 'resource families under `resources`',
    actual: 'none',
    hint: 'Name them as `homologa contract` does: produtos, pedidos-vendas, …',
  },
  'application/scopes:unknown-resource': {
    message: 'The scope "{scope}" names "{resource}", which is no resource of version 3.',
    expected: 'a resource family',
    actual: '{resource}',
    hint: 'Name it as `homologa contract` does: produtos, pedidos-vendas, …',
  },
  'application/scopes:answered-no': answeredNo('the scopes'),
  'application/scopes-used:unused': {
    message: 'The scope "{scope}" is asked for, and no recorded request needed it.',
    expected: 'a request to {resources}',
    actual: 'none',
    hint: 'Remove the scope, or record traffic of the function that needs it. Changing scopes may end every existing authorization.',
  },
  'application/scopes-used:wider': {
    message: 'The scope "{scope}" opens writing, and recorded requests only read.',
    expected: 'a writing request to {resources}',
    actual: 'reading alone',
    hint: 'Ask for reading alone, or record traffic of the function that writes.',
  },
  'application/scopes-used:uncovered': {
    message: 'A recorded request used {route}, which no registered scope opens.',
    expected: 'a scope for {family} ({access})',
    actual: 'none',
    hint: 'Add the scope with its reason, or drop the request: with clients it will be refused.',
  },
  ...pageFindings('application/redirect-success'),
  'application/redirect-success:not-exchanged': {
    message: 'Called with `{call}`, the application did not exchange the code for tokens.',
    expected: 'one token request with the code, within its minute',
    actual: 'none',
    hint: 'Exchange the code in the handler of the redirect link before showing the page.',
  },
  'application/redirect-success:exchange-refused': {
    message:
      'Called with `{call}`, the application asked for tokens with the code, and was refused with {status}: nobody saw a success.',
    expected: 'a token request that brings tokens',
    actual: 'status {status}, as often as it asked',
    hint: 'Look at the token request in the journal: POST, a form with `grant_type=authorization_code` and `code`, and the client’s credentials from HOMOLOGA_CLIENT_ID and HOMOLOGA_CLIENT_SECRET.',
  },
  'application/redirect-success:strict-cookie': {
    message:
      'Called with `{call}`, the application exchanged nothing, without a cookie of its own (`{cookies}`): it is SameSite=Strict, and no browser sends such a one along when another site, here the service, leads to the page.',
    expected: 'a cookie that comes along from the service: SameSite=Lax',
    actual: '`{cookies}` is SameSite=Strict',
    hint: 'Set the cookie that knows the `state` with SameSite=Lax. On one machine it may seem to work, for all its ports are one site.',
  },
  'application/redirect-success:code-twice': {
    message:
      'Called with `{call}` once, the application asked for tokens with the code again, after they had come.',
    expected: 'one token request with the code',
    actual: 'one more, with a code that was spent',
    hint: 'A code works once, and a service may take its second use for theft and revoke the tokens. Look for a handler that runs twice, such as an effect of the page, a retry, or two routes that both exchange.',
  },
  'application/redirect-success:reads-of-failure': {
    message: 'Called with `{call}`, which went well, the redirect link reads of a failure: “{words}”.',
    expected: 'words that say that the account is connected',
    actual: '“{words}”',
    hint: 'Look at which page your handler shows once the tokens have come; a condition may be the wrong way round.',
  },
  ...pageFindings('application/redirect-error'),
  'application/redirect-error:state-accepted': {
    message: 'Called with a `state` that it never gave out, the application exchanged the code all the same.',
    expected: 'a refusal; no token request',
    actual: 'a token request with the code',
    hint: 'Compare `state` with the one kept in the user’s session before anything else; otherwise a stranger can connect his account to your user.',
  },
  'application/redirect-error:state-constant': {
    message: 'The application gave several browsers, strangers to one another, the same `state`.',
    expected: 'another `state` for each authorization',
    actual: 'the same one again',
    hint: 'Whoever knows it can connect his account to your user. Draw a random `state` for each authorization, and keep it in the user’s session.',
  },
  'application/redirect-error:same-as-success': {
    message: 'Called with `{call}`, the redirect link shows the very page of success.',
    expected: 'a page that says what went wrong',
    actual: 'the words of success',
    hint: 'Look at `error` and `state` first, and say what happened and what to do next.',
  },
  'application/redirect-error:same-as-homepage': {
    message: 'Called with `{call}`, the redirect link shows the homepage, without a word of the failure.',
    expected: 'a page that says what went wrong',
    actual: 'the words of {url}',
    hint: 'Look at `error` and `state` first, and say what happened and what to do next; on the homepage, too.',
  },
  'application/redirect-error:heading-of-success': {
    message:
      'Called with `{call}`, the redirect link shows its failure under the title or heading of success: “{words}”.',
    expected: 'a title and a heading that say what went wrong',
    actual: '“{words}”',
    hint: 'People read the heading and the tab before the text: give the page of a failure its own.',
  },
  'application/situation:em-desenvolvimento': {
    message: 'The application stands in "{state}"; next: {next}. Its tokens live.',
    expected: '—',
    actual: '{state}',
    hint: 'When it is ready to operate accounts, its owner asks for the review while editing it.',
  },
  'application/situation:em-revisao': {
    message: 'The application stands in "{state}"; next: {next}. Its tokens live.',
    expected: '—',
    actual: '{state}',
    hint: 'Nothing to press: the service’s team decides.',
  },
  'application/situation:aprovado': {
    message: 'The application stands in "{state}"; next: {next}. Its tokens live.',
    expected: '—',
    actual: '{state}',
    hint: 'Nothing to press. Changing scopes may end every existing authorization.',
  },
  'application/situation:rejeitado': {
    message: 'The application stands in "{state}"; next: {next}. Its tokens live: it behaves as in review.',
    expected: '—',
    actual: '{state}',
    hint: 'The reasons stand in its edit screen. Adjusting and saving it asks for a new review.',
  },
  'application/situation:inativado': {
    message: 'The application stands in "{state}": all its access tokens are revoked.',
    expected: '—',
    actual: '{state}',
    hint: 'Only the service’s team can reactivate it.',
  },
  'application/situation:no-button': {
    message: 'An inactivated application cannot ask for a review.',
    expected: 'an application that is active',
    actual: 'Inativado',
    hint: 'Contact the service’s team; reactivation is theirs alone.',
  },
  'application/situation:private': {
    message: 'The application is private; the life cycle with its review begins with saving it as public.',
    expected: 'public visibility',
    actual: 'private',
    hint: 'Save it as public if others shall install it.',
  },
  'application/situation:refused-same-state': {
    message: 'The application cannot move from "{from}" to "{to}": it is there already.',
    expected: 'another state',
    actual: '{to}',
    hint: 'Leave `nextSituation` out.',
  },
  'application/situation:refused-starts-in-development': {
    message: 'The application cannot begin in "{to}": a new one begins in "Em desenvolvimento".',
    expected: 'Em desenvolvimento',
    actual: '{to}',
    hint: 'Save it as public first.',
  },
  'application/situation:refused-contact-the-team': {
    message:
      'The application cannot move from "{from}" to "{to}": an inactivated one returns by the service’s team alone.',
    expected: 'no move',
    actual: '{from} → {to}',
    hint: 'Contact the service’s team.',
  },
  'application/situation:refused-review-first': {
    message: 'The application cannot move from "{from}" to "{to}": that is the outcome of a review.',
    expected: 'Em revisão first',
    actual: '{from} → {to}',
    hint: 'Ask for the review first.',
  },
  'application/situation:refused-adjust-first': {
    message:
      'The application cannot move from "{from}" to "{to}": it must be adjusted and saved, which asks for a new review.',
    expected: 'Em revisão first',
    actual: '{from} → {to}',
    hint: 'Mend the reasons of the rejection, and save.',
  },
  'application/situation:refused-no-way-back': {
    message: 'The application cannot move from "{from}" to "{to}": the life cycle shows no such move.',
    expected: 'a move of the life cycle',
    actual: '{from} → {to}',
    hint: 'See `homologa explain application/situation`.',
  },
  'application/situation:answered-no': answeredNo('the application’s readiness'),
} as const

/** What is missing before anybody can say pass or fail; keys after `review.open.`. */
export const openUi = {
  'review.open.offline': '{url} was not called: no network. Repeat the review with a connection.',
  'review.open.no-traffic':
    'No recorded traffic shows which scopes are used. Record the application’s work with `homologa proxy` or `homologa examine`, then name the file with `--recording FILE`.',
  'review.open.page-no-valid-code':
    'The redirect link could not be called with `{call}`: only the service can give a valid code. Let the review start the application (`homologa review -- node app.js`), and name its page on this machine under `rehearsalLink`.',
  'review.open.page-no-state':
    'The redirect link could not be called with `{call}`: nobody knows the `state` that the application gave out. Name the address at which it begins the authorization under `startLink`.',
  'review.open.page-no-authorization':
    'The redirect link could not be called with `{call}`: `startLink` neither redirected nor linked to the authorization address, nor was there a single button that leads there, so nobody knows the `state` that the application gives out. Name under `startLink` the address that answers with that redirection (302 and `Location`), not the page before it.',
  'review.open.page-stateless':
    'The redirect link could not be called with `{call}`: the application asked for the authorization without a `state`, so that it cannot tell a forged answer from its own. Let it give out one, and accept no other.',
  'review.open.page-offline':
    'The redirect link was not called with `{call}`: no network. Repeat the review with a connection.',
  'review.open.page-drawn-by-scripts':
    'The page after `{call}` is drawn by scripts or stands in frames, and no browser was there to draw it. Name one with `--browser FILE`, or install Chrome or Chromium.',
  'review.open.exchange-unseen':
    'The server did not exchange the code of `{call}`; scripts of the page can read it and may see to that, where nobody could watch. Exchange it in the handler of the redirect link to have it shown.',
  'review.open.state-unseen':
    'Nobody could see whether the application refuses a wrong `state`. Let the review start the application (`homologa review -- node app.js`), and name its page on this machine under `rehearsalLink`.',
  'review.open.visibility': '`visibility` is not filled in: public or private.',
  'review.open.situation':
    '`situation` is not filled in: em-desenvolvimento, em-revisao, aprovado, rejeitado or inativado.',
  'review.open.unanswered': 'Question "{question}" is not answered.',
  'review.open.answered-twice': 'Question "{question}" is answered twice: keep one answer.',
  'review.open.answer-undated': 'The answer to "{question}" has no date (such as 2026-11-21).',
  'review.open.answer-in-future': 'The answer to "{question}" is dated in the future: {date}.',
  'review.open.answer-old': 'The answer to "{question}" is old: {date}. Look again, and answer anew.',
  'review.open.evidence-unnamed': 'The answer to "{question}" names no evidence file.',
  'review.open.evidence-missing': 'The evidence of "{question}" cannot be read: {evidence}.',
  'review.open.evidence-empty': 'The evidence of "{question}" is an empty file: {evidence}.',
  'review.open.evidence-too-large': 'The evidence of "{question}" is too large: {evidence}. At most 10 MB.',
  'review.open.no-run':
    'No run of the five steps by the application is recorded. Run `homologa examine -- node app.js`, begin them there if the application waits for somebody to, then repeat the review.',
  'review.open.run-incomplete': 'The recorded run of the five steps is incomplete: {run}.',
  'review.open.run-by-homologa':
    'The recorded run {run} is homologa’s own, not the application’s. Run `homologa examine -- node app.js`, then repeat the review.',
} as const

export type OpenCode = keyof typeof openUi extends infer K
  ? K extends `review.open.${infer C}`
    ? C
    : never
  : never
