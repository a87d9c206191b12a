import type { RequirementWords } from '../requirement-texts.js'

/**
 * What every requirement means, why it matters, what usually breaks it and how to fix it, in English. The requirement's own
 * line is that of `src/specification/requirements.ts`; `text` stands here only where several requirements share one line there.
 */
export const requirementWords: RequirementWords = {
  'homologation/order': {
    means:
      'The service expects GET, POST, PUT, PATCH and DELETE one after the other. A step may come twice only because a refused token was renewed, or because the whole operation was begun again after a limit.',
    why: 'Each step builds on the one before it: the data of step 1, the identifier of step 2. The service follows a run by its steps, and a run out of order is not the procedure.',
    breaks:
      'PATCH left out because PUT seemed to do the same; steps started in parallel; a retry library that sends a step again on its own; a second DELETE after the first one failed; two processes that run at the same time.',
    fix: 'Write the five steps as one sequence that awaits each answer. Switch off automatic retries for these requests. Let one process at a time run the homologation.',
  },
  'homologation/complete': {
    means:
      'One run ends with the success of step 5. A run that begins and stops midway breaks the requirement, even if every request that it sent was right.',
    why: 'Only a complete run can be approved, and the outcome shows in the registration screen, not in your program. A client that prints "success" proves nothing.',
    breaks:
      'JSON parsed on a 204: PUT answers without a body, the parser throws, and the run ends after step 3. Also: the status is not looked at and the program goes on, or ends, after an error.',
    fix: 'Read a body only where there is one (not on 204). Check the status of every answer and stop at the first that is no success. Then look at the first finding of the run: this one is often its consequence.',
  },
  'homologation/product-data': {
    means:
      'The answer to GET /homologacao/produtos is 200 with a JSON object whose property `data` is an object with at least one field.',
    why: 'This data is the body of step 2 and the base of step 3. Without it no later step can be made.',
    breaks:
      'This is the service’s duty. Seen instead: `data` missing, empty, an array, or the whole body unwrapped; a page in place of JSON because the base address is wrong.',
    fix: 'Check that the base address ends in /Api/v3. If it does, report the exchange to the service; do not fill in data of your own.',
  },
  'homologation/hash-issued': {
    means:
      'The answer to step 1 carries the header named in the profile (`x-service-homologacao` in the specification) with a value that is not empty.',
    why: 'The hash ties the steps to one run. What was not issued cannot be carried on.',
    breaks:
      'This is the service’s duty. Often the service uses another header name than the profile: `x-bling-homologacao` instead of `x-service-homologacao`.',
    fix: 'Run with `--profile bling`, or set `hash.header` in a profile of your own. If the header is missing under every name, report it to the service.',
  },
  'homologation/post-data': {
    means:
      'The body of POST /homologacao/produtos is what stands inside `data` of step 1: the same fields, the same values, the same JSON types, without a wrapper and without additions.',
    why: 'The service compares what it handed out with what comes back.',
    breaks:
      'The body wrapped in `{"data": …}`; a product made up in the code; `preco` turned into a text, written with a comma or rounded; a typed class that drops fields it does not know.',
    fix: 'Keep the parsed `data` as a plain map and serialise that very map. Do not pass it through a product class of your own. In languages that round, parse numbers as decimals.',
  },
  'homologation/product-id': {
    means:
      "The answer to step 2 shows the product's identifier in `data.id`: a whole number above zero, or a non-empty text where the profile allows it.",
    why: 'Steps 3 to 5 put this identifier into their path.',
    breaks:
      'This is the service’s duty. Clients break on it too: an identifier has 11 digits, more than a 32-bit integer holds.',
    fix: 'Read `data.id` as a 64-bit integer or as text. If the answer has none, report it to the service; where the service uses texts, set `product.idForm` in a profile.',
  },
  'homologation/same-product': {
    means: 'The paths of PUT, PATCH and DELETE carry the identifier that step 2 of the same run answered.',
    why: 'The steps describe the life of one product. Another identifier means another product, perhaps a real one.',
    breaks:
      'An identifier written into the code or kept from an earlier run; read from `id` instead of `data.id`, so that the path ends in "undefined"; cut to 32 bits.',
    fix: 'Take `data.id` from the answer to step 2, keep it in a variable of this run, and build the three paths from it. After a restart from step 1 take the new one.',
  },
  'homologation/put-change': {
    means:
      'The body of PUT /homologacao/produtos/{idProduto} holds all data of the product, with the description field changed to the given text and everything else as it was.',
    why: 'PUT replaces all data: a field that is left out is a field deleted.',
    breaks:
      'The changed field sent alone; the identifier added to the body; the wrong field changed (`descricao` or `nome`: the profile says which); PUT sent as PATCH; the body still wrapped in `data`.',
    fix: 'Copy the data of step 1, change that one field, send the copy with PUT. `homologa check --profile bling` shows the exact body that passes under that profile.',
  },
  'homologation/situation': {
    means:
      'Step 4 is PATCH /homologacao/produtos/{idProduto}/situacoes, and its JSON body carries the situation.',
    why: 'The situation is a sub-resource with a route of its own; a PATCH on the product is another operation.',
    breaks:
      '/situacoes forgotten at the end of the path; the body empty; the field under another name; POST or PUT used.',
    fix: 'Append /situacoes to the path and send {"situacao": "I"} (the value is the profile’s). Declare it as application/json.',
  },
  'homologation/delete': {
    means:
      'Step 5 is DELETE /homologacao/produtos/{idProduto}. A body is not forbidden, but should not be there.',
    why: 'It ends the run. Many servers and proxies reject or drop a DELETE with a body.',
    breaks:
      'A shared request function that sends "{}" with every method; the path of step 4 (with /situacoes) used again; the delete-many route used.',
    fix: 'Send DELETE on the path of the product, without a body and without Content-Type.',
  },
  'homologation/answer-status': {
    means:
      'Each step is answered with the success status of the profile: 200, 201, 204, 204, 204 unless set otherwise. Another 2xx is reported as a warning.',
    why: 'The status is the only sign by which a client knows whether it may go on.',
    breaks:
      'A wrong body or hash in the request, answered with 400; a redirect because the base address is http or old; an error of the service (500, 503).',
    fix: 'Look at the body of the answer, above all at `error.fields`, and at earlier findings: an error answer usually follows from the request. If nothing was wrong with the request, report the exchange to the service.',
  },
  'homologation/spacing': {
    means:
      'The specification says that "the interval between two requests is 2 seconds". That can be read as at least, at most, or no limit. The profile picks one reading; the report shows the run under all of them. "At least" counts from request to request; "at most" counts from the answer to the next request.',
    why: 'A run that breaks the interval is answered with an error that names a time limit, and must be begun again.',
    breaks:
      'Fixed waits that fit the other reading ("sleep 2" where at most 2 s are allowed); a wait that starts when the request is sent, so that a slow answer eats it up; no wait for the repeated step after a renewal.',
    fix: 'Make the wait a setting. Start it when the answer has arrived. Under "at least" wait 2,000 ms; under "at most" about 500 ms. `homologa judge FILE --profile …` grades the same recording under another reading.',
  },
  'homologation/total-time': {
    means:
      'The time from the first request to the last answer stays within the total of the profile. The profile `spec` has none; `bling` has 10,000 ms.',
    why: 'Four waits of 2 s and six round trips already take 8.3 to 11 s: whoever waits long lives on the edge.',
    breaks:
      'Waits of 2 s under a profile with a total; a new connection for every request; a time limit per request that is longer than the whole run may last.',
    fix: 'Wait less, keep the connection open, renew the token before the run only if it is about to expire. Look at the margin in the report.',
  },
  'homologation/limit-hit': {
    means:
      'When the service says that a time limit was hit, the client changes its waits and begins the whole operation again at step 1.',
    why: 'The run that hit the limit is void; the service does not take it up again in the middle.',
    breaks:
      'The step that hit the limit is repeated alone; the client goes on with the next step; it gives up; it repeats with the very same waits and hits the limit again.',
    fix: 'Recognise 429, and 400 with "tempo limite" in `error.fields[].msg`. Change the wait, fetch new data with step 1, and repeat twice at most.',
  },
  'homologation/token-renewed': {
    means:
      'At one step the access token is refused on purpose. The client then obtains a new one and sends the same step again with it and with the hash.',
    why: 'The procedure tests exactly this: tokens expire in daily work, and an application must survive it unattended.',
    breaks:
      'No renewal at all: the client dies at the first 401; the new token is saved, but a cached HTTP client still sends the old one; the renewal happens at one guessed step only; the step is skipped after the renewal.',
    fix: 'Treat a refusal in one place, for every step: renew, store the new tokens, repeat the refused request once. `homologa examine --invalidate-at each` tries it at each step.',
  },
  'homologation/renewal-bounded': {
    means: 'One refusal leads to one renewal. If the new token is refused too, the client stops.',
    why: 'Endless repeats get the address blocked: 20 token calls within a minute are enough on the public service.',
    breaks:
      'A retry loop without a counter; an interceptor that renews for every request waiting in parallel; recursion that calls itself after each 401.',
    fix: 'Allow one repetition for each request. Share one renewal among all requests that wait for it. Stop with a clear message on the second refusal.',
  },
  'homologation/renewal-justified': {
    means: 'The client renews its token only after a refusal, or because the token is about to expire.',
    why: 'A needless renewal spends a refresh token, hides the real error and counts against the limit of the token address.',
    breaks:
      'Renewal on any 400; renewal on a 403, where a scope is missing; renewal before every step "to be sure".',
    fix: 'Renew on 401, and on a 400 only if its body says that the token is invalid. Show every other error as it came.',
  },
  'homologation/hash-carried': {
    means:
      'The hash of an answer is sent in a header of the following step. The specification can be read as "on every step" or as "after the token was invalidated"; the profile picks one. Sending the newest hash on every step after the first satisfies both.',
    why: 'Without the hash the service cannot tell that the renewed request belongs to the same run.',
    breaks:
      'The hash never sent, or sent empty; a constant or a random UUID; put into the query; the hash of an older step; lost when the token was renewed.',
    fix: 'After every answer: if it carries the header, keep its value. Before every request but the first: send the kept value in that header, once. Keep it over a 401 that brings none.',
  },
  'homologation/right-routes': {
    means:
      'During a run every request goes to the five routes below /homologacao/produtos, under the base address.',
    why: 'The real product routes look almost the same, and write into the catalogue of the account.',
    breaks:
      '/produtos called instead of /homologacao/produtos; /Api/v3 lost, because the base address was joined with a path that begins with "/"; a typing error in the path.',
    fix: 'Append the path to the base address as text, or give the base a trailing slash and the path none. The five paths: /homologacao/produtos (GET, POST), /homologacao/produtos/{idProduto} (PUT, DELETE), /homologacao/produtos/{idProduto}/situacoes (PATCH).',
  },
  'homologation/sequential': {
    means: 'The next request is sent only when the answer before it is complete.',
    why: 'Two requests at once break the interval, and the second cannot know the hash and the data of the first.',
    breaks:
      'Steps fired together without awaiting them; two runs with one token; a queue with several workers; a time limit in the client that gives up and sends again while the first request still runs.',
    fix: 'Await each answer. Hold a lock for each account, so that one process at a time runs the procedure.',
  },
  'auth/bearer': {
    means:
      'Every request to the service, whatever its route and wherever the traffic comes from, carries one header `Authorization: Bearer` with the access token. The refresh token never stands there, and a token that was refused is not sent again and again.',
    why: 'It is the only way in which version 3 knows who calls.',
    breaks:
      'The header lost over a redirect from an old host; the refresh token in place of the access token; the word Bearer left out or doubled; the token in quotes; `undefined` where a variable was empty; two libraries that each add the header; a refused token repeated in a loop.',
    fix: 'Set the header in one place, from `access_token` of the token answer. Use the current base address, so that nothing redirects.',
  },
  'auth/https': {
    means: 'Requests go over https. Plain http is accepted only to the own machine, for rehearsals.',
    why: 'Over http everybody on the way can read the token and act as the account.',
    breaks:
      'http:// in a setting of a test environment; a proxy that ends TLS and passes on plain http; certificate checks switched off to "make it work".',
    fix: 'Use https:// addresses with certificates that verify. Renew any token that has travelled over http.',
  },
  'auth/refused': {
    means:
      'A request without a valid token is refused. How the refusal looks is not shown in the specification, so it is observed and never judged.',
    why: 'If the service answered without a token, records would be open to anybody.',
    breaks: 'A gateway or test environment that lets requests through; a route that was left unprotected.',
    fix: 'Report it to the service with the exchange. Nothing has to change in the application.',
  },
  'auth/renewal': {
    means:
      'The token address answers a renewal with JSON that holds a new access token, and that token works. The renewal itself uses the newest refresh token.',
    why: 'Without a usable token the run ends, and with a burnt refresh token a person has to authorise again.',
    breaks:
      'A rotated refresh token not saved, so that the old one is sent next time; the refresh token overwritten by an empty one when the answer brings none; client credentials wrong; the address of a page instead of the token address.',
    fix: 'Save the new refresh token before the new access token is used, and keep the old one if none came. Check `HOMOLOGA_TOKEN_URL`. If the refresh token is spent: `homologa login`.',
  },
  'auth/token-request': {
    means:
      'A renewal is a form (`application/x-www-form-urlencoded`) with grant_type and refresh_token; the client credentials go where the profile says.',
    why: 'The specification does not show the token request; public practice is a form with HTTP Basic, and other forms may be refused at any time.',
    breaks:
      'The token request sent as JSON; client_id and client_secret in the body where HTTP Basic is wanted; no credentials at all.',
    fix: 'Send the two fields as a form and the client credentials as `Authorization: Basic base64(id:secret)`.',
  },
  'auth/same-origin': {
    means:
      'Access tokens, refresh tokens and client secrets go to the origin of the service alone, in headers or the token form, and never into an address.',
    why: 'Addresses end up in logs, histories and referrers; another origin is another owner.',
    breaks:
      'A redirect followed with the Authorization header; `?access_token=…` in a query; a monitoring service that receives whole requests.',
    fix: 'Do not follow redirects with credentials. Send tokens in the header only. Renew whatever has leaked.',
  },
  'request/content-type': {
    means:
      'A request with a body says `Content-Type: application/json`; a request without a body says nothing about it.',
    why: 'The service reads a body by its declared type; a wrong one gives an empty body on the other side.',
    breaks:
      'Content-Type missing because the body was serialised by hand; a form type set by default; the header set for all requests, GET and DELETE included.',
    fix: 'Set the header where the body is set, and nowhere else.',
  },
  'request/body': {
    means:
      'The body of a request is there where the route takes one, is JSON, is not wrapped in `data`, and has the required fields, in the types and values that are known. Unknown fields are a warning.',
    why: 'The service refuses, or worse drops, what it does not know. A field of the wrong name is lost without an error.',
    breaks:
      'No body, or one where the route takes none; JSON made by hand; the answer of a read sent back with its wrapper; numbers as texts; a field misspelt; a value outside its enumeration.',
    fix: 'Look at the path of the finding in the body beside it, and send what is expected there.',
  },
  'request/query': {
    means: 'Query parameters are those of the route, of their type, and the required ones are there.',
    why: 'A filter of the wrong name is ignored: the list that comes is another than the one that was asked for.',
    breaks:
      'A parameter misspelt, or of version 2; a text in place of a number; a value outside its enumeration; a required parameter left out.',
    fix: 'Compare the parameter with the table of its route.',
  },
  'request/identifier': {
    means:
      'A single record is read, changed and deleted by the identifier that lists and creates answer, not by its number, series or code.',
    why: 'Version 3 addresses records by their identifier alone. A number may happen to be the identifier of another record.',
    breaks:
      'The number of an order or the code of a product in the path, as version 2 had it; `undefined`, because the identifier was read at the wrong place.',
    fix: 'Find the record by a list with a filter, take its `id`, and address it by that.',
  },
  'limits/rate': {
    means:
      'An account gets no more requests a second and a day than the profile says. The homologation has its own limit, the spacing.',
    why: 'Beyond the limit the service answers 429, and may block the address for a while.',
    breaks:
      'Requests sent in parallel; a loop without a pause; several workers that share one account and do not know of each other.',
    fix: 'Send through one queue per account that lets so many requests a second through.',
  },
  'service/answers': {
    means:
      'Every request gets a complete HTTP answer within the time and the size allowed (10,000 ms unless `--timeout-ms` says otherwise).',
    why: 'A request without an answer leaves open whether it was processed; repeating it blindly may do harm.',
    breaks:
      'The service hangs, resets the connection or sends a broken body; or the way there is blocked: name not resolved, firewall, proxy, certificate.',
    fix: '`homologa doctor` looks at address, network, proxy and certificate. If they are well, repeat later and report the exchange to the service.',
  },
  'envelope/status': {
    means:
      'An operation answers the success status that the specification tabulates. Elsewhere the conventions hold: a read 200, a create 201, an update or delete of one record 204. 202, 206 and their like are no success, and 5xx never is. Where the profile knows the status of a route, it rules.',
    why: 'Clients decide by the status whether there is a body and whether to go on.',
    breaks:
      'PUT answered with 200 instead of 204; 202 for work that is done later; a missing scope (403); an account in which the sample request is not valid; an error of the service.',
    fix: 'Accept any 2xx in the client. For 403 add the scope and authorise again. For refused samples give your own bodies. Report the rest to the service.',
  },
  'envelope/json': {
    means: 'A body is JSON in UTF-8, and its Content-Type says so.',
    why: 'A client that trusts the header cannot read anything else; one that ignores it meets HTML pages sooner or later.',
    breaks:
      'An HTML page of a gateway in place of JSON; JSON declared as text/html; bytes in Latin-1; single quotes or a cut end.',
    fix: 'Report it to the service. In the client: check the Content-Type, then parse, and show the first characters of what could not be parsed.',
  },
  'envelope/data': {
    means:
      'A successful read is one object with the one property `data`: an array for lists, an object otherwise. That holds on every route, also where the specification shows nothing else of it.',
    why: 'Every client reads `data` first; what stands elsewhere is not found.',
    breaks:
      'The record unwrapped at the top; an array as the whole body; `data` null or a text; further properties beside it.',
    fix: 'Report it to the service. In the client: read `data` and do not rest on anything beside it.',
  },
  'envelope/no-content': {
    means: 'An answer with status 204 has no body.',
    why: 'HTTP forbids it, and a stray body may be taken for the start of the next answer on the same connection.',
    breaks:
      'A framework that writes "{}" or "null" after the headers; a changed status with the old body still attached.',
    fix: 'Report it to the service. In the client: never read a body on 204.',
  },
  'envelope/created': {
    means:
      'A create answers `data` with the identifier of the new record. An update need not answer a body; if it does, `data` names the very record that was updated.',
    why: 'Without it the record can neither be read nor changed nor deleted; a run that created it cannot clean up.',
    breaks:
      '`data` empty or missing; the identifier as null, zero, a fraction or a boolean; under another name; an update that names another record.',
    fix: 'Report it to the service. If a record was created, find it by a list and delete it by hand.',
  },
  'data/shape': {
    means:
      '`data` of an answer has the fields, types and values that are known of its route. What the specification shows must hold; what the documented shapes of the profile add should (`--strict-shapes`: must). Step 1 of the homologation is a must either way.',
    why: 'A client reads fields by name and type. A service that changes one of them silently breaks every client at once, and no status tells.',
    breaks:
      'A number that becomes a text; a field that is left out; null where a value was promised; a new value of an enumeration.',
    fix: 'Compare the path of the finding with the body beside it. If the documented shape is out of date, give one of your own in a profile or suite; else report it to the service.',
  },
  'errors/unknown-record': {
    means:
      'An operation that addresses a record answers 404 where the identifier does not exist, or no longer does: a read, an update, a patch, a delete, an action.',
    why: 'Only 404 tells a client that the record is gone; 400 or 200 makes it repeat or believe.',
    breaks:
      '200 with an empty `data`; 400 or 500 in place of 404; 204 for deleting what is not there, or twice.',
    fix: 'Report it to the service with the exchange. In the client: treat 404 as "gone".',
  },
  'errors/invalid-request': {
    means:
      'A request that the specification excludes answers 400. Where 400 is tabulated for the operation this must hold; on other creates, updates, deletes, actions and filtered lists it should.',
    why: 'What is accepted by mistake is stored by mistake.',
    breaks:
      'A value outside its enumeration accepted; an empty body accepted by create; 500 or 422 in place of 400.',
    fix: 'Report it to the service. If a record came of it, delete it (`homologa cleanup`).',
  },
  'errors/shape': {
    means: 'Answers with 400 and 404 carry a JSON body, and all of them have the same shape.',
    why: 'A client can show one kind of error well; the useful detail often stands in `error.fields`.',
    breaks: 'An empty body; an HTML page; one route that answers `message` where the others answer `error`.',
    fix: 'Report it to the service. In the client: show the whole body when its shape is not the known one.',
  },
  'lists/array': {
    means:
      'A list answers `data` as an array of objects; an empty list is an empty array. GET /anuncios may answer an object too, and the report says which came.',
    why: 'Clients walk through the array; an object or null breaks them on the first empty account.',
    breaks:
      '`data` null when nothing is there; an object keyed by identifier; an array of identifiers alone.',
    fix: 'Report it to the service. In the client: treat a missing array as empty only where that is harmless.',
  },
  'lists/identifier': {
    means: 'Every record of a list carries its identifier.',
    why: 'The list is a summary; the identifier is the only way to the whole record.',
    breaks: 'A record without `id`, or with null, when its data is incomplete.',
    fix: 'Report it to the service with the exchange; skip such records in the client and count them.',
  },
  'lists/limit': {
    means: 'A page holds no more records than `limite` asks for.',
    why: 'Clients size their memory and their loops by it.',
    breaks: '`limite` ignored, or bounded below by a minimum of the service.',
    fix: 'Report it to the service. In the client: take what comes, and end the loop on an empty page, not on a short one.',
  },
  'lists/page': {
    means: '`pagina` moves on: two pages of one list share no record.',
    why: 'Repeated records are processed twice, and with every repetition another one is missed.',
    breaks: '`pagina` ignored; a list without a stable order; records created while the pages are read.',
    fix: 'In a recording, repeat while nobody writes; `contract` reads the first page again before it accuses. If it stays, report it to the service; until then drop repetitions by identifier.',
  },
  'lists/filter': {
    means: 'A filter of the table is accepted and narrows the list to what it asks for.',
    why: 'A filter that is ignored silently hands out other records than asked: a client then changes the wrong ones.',
    breaks:
      'The parameter renamed or ignored; 400 for a valid value; further parameters demanded that the specification does not name.',
    fix: 'Report it to the service. In the client: check the filtered field of what came, where it is shown.',
  },
  'lists/summary': {
    means:
      'A list shows summaries: the single read of a record shows at least as many fields as the list does.',
    why: 'Clients fetch the single record because it is complete.',
    breaks: 'A field shown in the list alone; a single read that leaves empty fields out.',
    fix: 'Report it to the service; read the missing field from the list until then.',
  },
  'records/same-identifier': {
    means: 'A single read answers the record whose identifier was asked for.',
    why: 'Anything else is another record: what a client writes next goes astray.',
    breaks:
      'A cache that mixes records up; numbers beyond 2^53 rounded by one side; number or code taken for the identifier, as in version 2.',
    fix: 'Keep identifiers as text or 64-bit integers. If the request was right, report it to the service.',
  },
  'records/created-readable': {
    means: 'A record that was created can be read under the identifier that was answered.',
    why: 'Otherwise nobody knows whether it exists.',
    breaks:
      'A replica that lags behind; an identifier of another kind in the answer; a record that is created later, by a queue.',
    fix: 'Report it to the service. The record is in the ledger of the run: `homologa cleanup` tries to delete it.',
  },
  'records/replaced': {
    means: 'After PUT the record holds the values that were sent. Numbers may differ by their binary noise.',
    why: 'PUT replaces all data; a value that did not arrive is lost without an error.',
    breaks:
      'A field ignored by the service; a value reformatted when it is stored; a partial update in place of a replacement.',
    fix: 'Compare both exchanges of the finding. If the field was sent, report it to the service.',
  },
  'records/patched': {
    means: 'PATCH changes what it names and leaves everything else as it was.',
    why: 'A partial update that resets other fields destroys data silently.',
    breaks:
      'Fields that were not named fall back to defaults; the named value is not taken over; another process writes at the same time.',
    fix: 'Repeat while nobody else writes. If it stays, report it to the service and use GET, then PUT, until then.',
  },
  'records/deleted': {
    means: 'After DELETE the record answers 404.',
    why: 'A record that lives on is still listed, sold or billed.',
    breaks: 'Records only marked as deleted; a cache; 200 with empty `data`; 400 in place of 404.',
    fix: 'Look whether the record still shows in the account, delete it there, and report it to the service.',
  },
  'situations/listing': {
    means: "A listing's `situacao` is 1, 2, 3 or 4. After publicar it is 1, after pausar it is 4.",
    why: 'Listings sell: a listing that is shown as paused and is not, sells what is not there.',
    breaks: 'A new value; a text in place of the number; the action answered before it took effect.',
    fix: 'Report it to the service. In the client: show an unknown situation as unknown, not as published.',
  },
  'situations/listing-default': {
    means: 'GET /anuncios without `situacao` lists the published ones (situation 1).',
    why: 'Clients that rest on the default would otherwise touch drafts and paused listings.',
    breaks: 'The default dropped or changed by the service.',
    fix: 'Always name `situacao` in the request. Report the difference to the service.',
  },
  'situations/custom-field': {
    means:
      'The situation of a custom field takes 0 and 1 alone, and the record then shows the one that was set.',
    why: 'A value outside the two leaves a field that is neither active nor inactive.',
    breaks:
      '2 or "A" accepted; 400 for 0, which some code takes for missing; the old value shown afterwards.',
    fix: 'Report it to the service. In the client: send the number, not the text or the boolean.',
  },
  'categories/parent': {
    means: '`categoriaPai` of a product category is an object, where it is there at all.',
    why: 'Clients read `categoriaPai.id`; a number or a text breaks them.',
    breaks:
      'The bare identifier in place of the object; an empty array for a category without a parent. null is taken for absent, and told.',
    fix: 'Read null as "no parent". Report every other form to the service.',
  },
  'drift/removed': {
    text: 'the observed shape keeps the accepted baseline: no field disappears',
    means:
      'A field or body that the accepted baseline knows still comes in the answers of that route and status.',
    why: 'A field that disappears breaks its readers without any notice: the version number stays the same.',
    breaks: 'The service renamed or removed a field; the account has no longer any record that shows it.',
    fix: 'Stop reading the field, then accept the change with `--update-baseline`; or report it to the service.',
  },
  'drift/type': {
    text: 'the observed shape keeps the accepted baseline: no type changes',
    means: 'A field keeps the JSON type that it had when the baseline was accepted.',
    why: 'Typed readers fail on the first value of another type.',
    breaks:
      'A number turned into a text; an object turned into an array when it is empty; whole numbers that get decimals.',
    fix: 'Read both types for a while; accept the change with `--update-baseline`.',
  },
  'drift/nullable': {
    text: 'the observed shape keeps the accepted baseline: no field becomes null that never was',
    means: 'A field that was never null in the baseline is not null now.',
    why: 'Null is the most usual cause of a crash in a reader that never met it.',
    breaks:
      'The service began to fill unknown values with null; records of a new kind appeared in the account.',
    fix: 'Expect null where the field is read; accept the change with `--update-baseline`.',
  },
  'drift/optional': {
    text: 'the observed shape keeps the accepted baseline: no field becomes optional that always came',
    means: 'A field that came in every answer of the baseline still comes in every answer.',
    why: 'Readers that take the field for granted fail on the first record without it.',
    breaks: 'The service leaves empty fields out; only some records have the field.',
    fix: 'Do without the field where it is read; accept the change with `--update-baseline`.',
  },
  'drift/status': {
    text: 'the observed shape keeps the accepted baseline: no new status',
    means: 'A route answers only statuses that the baseline knows.',
    why: 'A client that compares with 200 alone takes 202 for an error, and 207 for a success.',
    breaks:
      'The service changed 200 to 204 or the reverse; a limit or an error appeared that the baseline never saw.',
    fix: 'Treat the new status; accept it with `--update-baseline`, or report it to the service.',
  },
  'drift/added': {
    text: 'new fields and routes beyond the accepted baseline',
    means:
      'Something came that the baseline does not know: a field or a route. It is observed, never judged.',
    why: 'Additions are no breach, yet they tell early what changes.',
    breaks: 'The service added a field; the account used a feature for the first time.',
    fix: 'Nothing to do. `--update-baseline` takes it in. Check that your reader ignores fields that it does not know.',
  },
  'drift/values': {
    text: 'new values and text forms beyond the accepted baseline',
    means:
      'A field shows a value, or a form of text, that the baseline does not know. It is observed, never judged.',
    why: 'A new value of `situacao` or `tipo` falls through every switch of a client.',
    breaks: 'The service added a value to a list; dates began to carry a time.',
    fix: 'Check that your code knows the value or has a default branch; `--update-baseline` takes it in.',
  },
  'openapi/schema': {
    means: 'A success body fits the schema of the OpenAPI document that you named with `--openapi`.',
    why: 'Generated clients read by that document; where it is wrong, they fail.',
    breaks:
      'The document is behind the service; a required field is missing; a type or an enumeration differs.',
    fix: 'Compare with a newer document. Accept a known difference with a reason and a date, or report it to the service.',
  },
  'openapi/field': {
    means: 'An answer has a field that your OpenAPI document does not name. It is observed, never judged.',
    why: 'Nobody promised the field: it can go without notice.',
    breaks: 'The document is behind the service.',
    fix: 'Do not build on the field. Look for a newer document.',
  },
  'openapi/status': {
    means:
      'An operation answered a status that your OpenAPI document does not list. It is observed, never judged.',
    why: 'A generated client may have no branch for it.',
    breaks: 'The document lists only some errors; 429 and 5xx are often left out.',
    fix: 'Treat the status anyway.',
  },
  'openapi/operation': {
    means: 'A route was called that your OpenAPI document does not have. It is observed, never judged.',
    why: 'Either the copy of the document is old, or the route is nobody’s promise.',
    breaks: 'An old copy of the document; another base path in it.',
    fix: 'Fetch the newest document; compare its `servers` with your base address.',
  },
  'versioning/v2-route': {
    means: 'No request uses a path of version 2. The finding names the path that version 3 has instead.',
    why: 'Version 2 has other routes, other keys and other behaviour; it is not what is homologated.',
    breaks:
      'Code moved over in part: /contato, /pedido, /notasfiscais; /Api/v2 in a setting; reading by number or code instead of the identifier.',
    fix: 'Call the path that the finding names, below the base address of version 3, with the identifier of the record.',
  },
  'versioning/v2-key': {
    means: 'No request carries a static API key of version 2.',
    why: 'The key never expires and opens the whole account; version 3 does not need it.',
    breaks: '`apikey` still added by a shared request function, in the query, a header or a form.',
    fix: 'Remove the key from code and settings, and revoke it in the account, since it has travelled.',
  },
  'versioning/unavailable': {
    means:
      'No request asks for what version 3 does not have: CT-e, product groups, production orders, commercial proposals. A path that the specification does not name at all is told, too. Where the service answers it with success, that is only observed.',
    why: 'Such requests only give errors and count against the limits.',
    breaks: 'A function of version 2 that was never removed; a path misspelt; a route of another service.',
    fix: 'Remove the function, or do it without the service. Compare an unknown path with the tables of the specification, letter by letter.',
  },
  'application/logo': {
    text: 'each registration attribute is present and usable: the logo',
    means: 'The registration has a logo: a readable, square image of sensible size.',
    why: 'Clients see it first; the reviewers look whether it is yours.',
    breaks:
      'No file; a path that leads nowhere; the logo of the service itself. A tiny, huge or oblong image is a warning, for the sizes are ours.',
    fix: 'Export a square PNG of 512 × 512 pixels, name it in application.yaml, upload it in the registration screen.',
  },
  'application/name': {
    text: 'each registration attribute is present and usable: the name',
    means: 'The application has a name that clients understand.',
    why: 'Clients decide by the name whom they give access to their account.',
    breaks:
      '"test", "App 1" or another placeholder. A very short or long name is a warning, for the lengths are ours.',
    fix: 'Choose the name under which you sell or use the application; write it into application.yaml and into the registration.',
  },
  'application/description': {
    text: 'each registration attribute is present and usable: the description',
    means: 'The description says what the application does, for whom, and what it needs.',
    why: 'The reviewers compare it with what the application does and with its scopes.',
    breaks: 'None; a placeholder. The short description once more, or a text of two words, is a warning.',
    fix: 'Write a few sentences: purpose, users, which records are read or written, and why.',
  },
  'application/short-description': {
    text: 'each registration attribute is present and usable: the short description',
    means: 'One sentence for the extension directory.',
    why: 'It stands beside the name in the list of extensions.',
    breaks: 'Left empty; a placeholder. Much longer or shorter than a sentence is a warning.',
    fix: 'Say in one sentence what a client gains.',
  },
  'application/category': {
    text: 'each registration attribute is present and usable: the category',
    means: 'The application stands in a category that fits its purpose.',
    why: 'Clients and reviewers look for it there.',
    breaks: 'Left empty; the first entry of the list kept by chance.',
    fix: 'Pick the category by the main purpose; copy its name into application.yaml.',
  },
  'application/redirect-link': {
    text: 'each registration attribute is present and usable: the redirect link',
    means: 'The redirect link is an https address without a fragment that answers.',
    why: 'After authorising, the client’s browser is sent there with the code: if it fails, no account can be connected.',
    breaks:
      'http://localhost left from development; an expired certificate; a chain of redirects; "#" in the address.',
    fix: 'Register the public https address of the handler that exchanges the code, and call it once from another network.',
  },
  'application/homepage-link': {
    text: 'each registration attribute is present and usable: the homepage link',
    means: 'The homepage link answers with a public page about the application.',
    why: 'Clients look there before they install; reviewers look whether the application exists.',
    breaks: 'A page that asks for a sign-in; an empty page; 404; plain http.',
    fix: 'Publish a page that says what the application is, for whom, and how to get it.',
  },
  'application/manual-link': {
    text: 'each registration attribute is present and usable: the manual link',
    means: 'The manual link answers with instructions that anybody can read.',
    why: 'A client must be able to install, use and remove the application without asking.',
    breaks: 'A document that asks for a sign-in; an empty page; a link to the homepage.',
    fix: 'Publish how to install, use and remove the application; share the document with everybody who has the link.',
  },
  'application/video-link': {
    text: 'each registration attribute is present and usable: the demonstration video link',
    means: 'The video link answers with a video that everybody can watch.',
    why: 'The reviewers see in it what the application does without an account of their own.',
    breaks: 'A private or deleted video; a link to a channel; a file that asks for a sign-in.',
    fix: 'Upload the video as public or unlisted and open the link in a private window.',
  },
  'application/scopes': {
    text: 'each registration attribute is present and usable: the scopes',
    means: 'The registration lists its scopes, and each is justified by the purpose of the application.',
    why: 'Scopes must relate to the purpose; needless ones are a usual reason for a rejection and a risk for the client.',
    breaks: 'All scopes ticked "for later"; one reason copied to all; a scope listed twice.',
    fix: 'Write under `scopes` in application.yaml for each scope what it opens and which function needs it; remove the rest.',
  },
  'application/redirect-success': {
    text: 'the redirect link shows a page fit for a person after success',
    means:
      'After a successful exchange of the code the client sees a page in words: that the account is connected, and what comes next. It shows no code, token or secret.',
    why: 'The client has just given access to an account and must know whether it worked.',
    breaks:
      'Raw JSON; an empty page; the token on the page or in its address; the code never exchanged, or the exchange refused; a heading that says that it failed.',
    fix: 'Exchange the code on the server, redirect to a clean address, and show a page with title, language and viewport.',
  },
  'application/redirect-error': {
    text: 'the redirect link shows a page fit for a person after an error',
    means:
      'When the client denies access, the code has expired or `state` is wrong, a page says in words what happened and what to do.',
    why: 'Errors are daily: whoever sees a stack trace does not try again.',
    breaks:
      'A stack trace; status 500; the page of success, or the homepage as it always is, shown for an error; `state` not compared, so that strangers can connect their account.',
    fix: 'Look at `state` and `error` first. Show one sentence for each case and a link to try again. Log the details, do not show them.',
  },
  'application/scopes-used': {
    means:
      'The scopes registered are those that the recorded traffic of the application uses: none more, none fewer.',
    why: 'A scope too many is a reason for rejection; a scope too few is a 403 with the first client.',
    breaks:
      'Scopes of a function that was dropped; writing asked for where only reading happens; a route that no scope opens.',
    fix: 'Record the work of the application with `homologa proxy`, compare, then correct the registration. Changing scopes may end existing authorizations: do it before the release.',
  },
  'application/situation': {
    means:
      'Says where the application stands (Em desenvolvimento, Em revisão, Aprovado, Rejeitado, Inativado) and which moves are open. It is observed; only a move that cannot be is an error.',
    why: 'An inactivated application has lost all its tokens; a rejected one works on and can be saved again.',
    breaks:
      'Asking for a review before the application can operate accounts; waiting for a rejected one without saving it again.',
    fix: 'Write `situation` into application.yaml as the registration screen shows it, and follow the next move that the report names.',
  },
  'harness/self': {
    means: 'What homologa itself sends and answers keeps these same requirements.',
    why: 'A measure that is bent itself judges nobody.',
    breaks: 'A defect of homologa, or a suite of your own that asks for something forbidden.',
    fix: 'Report it to the project with the journal of the run: it holds no secrets.',
  },
}
