import authorizationLost from './authorization-lost.js'
import authorizationOfOtherKind from './authorization-of-other-kind.js'
import begunAtStep2 from './begun-at-step-2.js'
import bodyEmpty from './body-empty.js'
import bodyFieldAdded from './body-field-added.js'
import bodyFieldMissing from './body-field-missing.js'
import bodyInvented from './body-invented.js'
import bodyWrapped from './body-wrapped.js'
import codeAsNumber from './code-as-number.js'
import contentTypeMissing from './content-type-missing.js'
import contentTypeOfForm from './content-type-of-form.js'
import contentTypeWithoutBody from './content-type-without-body.js'
import credentialsInTokenBody from './credentials-in-token-body.js'
import deleteAgainAfterFailure from './delete-again-after-failure.js'
import deleteAsGet from './delete-as-get.js'
import deleteAsPost from './delete-as-post.js'
import deleteWithBody from './delete-with-body.js'
import endlessRetry from './endless-retry.js'
import hashEmpty from './hash-empty.js'
import hashInOtherHeader from './hash-in-other-header.js'
import hashInQuery from './hash-in-query.js'
import hashLostAfter400 from './hash-lost-after-400.js'
import hashLostAfter401 from './hash-lost-after-401.js'
import hashLostOnResponseWithout from './hash-lost-on-response-without.js'
import hashNeverSent from './hash-never-sent.js'
import hashOfEnvironment from './hash-of-environment.js'
import hashOfOlderStep from './hash-of-older-step.js'
import hashOfRefusalIgnored from './hash-of-refusal-ignored.js'
import hashOfRefusalPreferred from './hash-of-refusal-preferred.js'
import hashRandom from './hash-random.js'
import hashTrue from './hash-true.js'
import identifierCut from './identifier-cut.js'
import identifierFixed from './identifier-fixed.js'
import identifierMissing from './identifier-missing.js'
import identifierOfEarlierRun from './identifier-of-earlier-run.js'
import identifierReadElsewhere from './identifier-read-elsewhere.js'
import jsonParsedOn204 from './json-parsed-on-204.js'
import noRenewal from './no-renewal.js'
import oldTokenAgain from './old-token-again.js'
import patchAsPut from './patch-as-put.js'
import patchLeftOut from './patch-left-out.js'
import patchOtherField from './patch-other-field.js'
import patchOtherValue from './patch-other-value.js'
import patchWithoutBody from './patch-without-body.js'
import patchWithoutSituacoes from './patch-without-situacoes.js'
import pathMisspelt from './path-misspelt.js'
import prefixLost from './prefix-lost.js'
import prefixLostOnce from './prefix-lost-once.js'
import priceAsText from './price-as-text.js'
import priceRounded from './price-rounded.js'
import priceWithComma from './price-with-comma.js'
import priceWithNoise from './price-with-noise.js'
import putAsPatch from './put-as-patch.js'
import putChangedFieldAlone from './put-changed-field-alone.js'
import putMoreChanged from './put-more-changed.js'
import putOtherField from './put-other-field.js'
import putOtherText from './put-other-text.js'
import putUnchanged from './put-unchanged.js'
import putWithId from './put-with-id.js'
import putWrapped from './put-wrapped.js'
import realProductCreated from './real-product-created.js'
import realProductLookedUp from './real-product-looked-up.js'
import refreshTokenAsAccessToken from './refresh-token-as-access-token.js'
import refreshTokenEmptied from './refresh-token-emptied.js'
import refreshTokenNotSaved from './refresh-token-not-saved.js'
import refusedStepPassedOver from './refused-step-passed-over.js'
import refusedTokenAgain from './refused-token-again.js'
import renewalAtGuessedStep from './renewal-at-guessed-step.js'
import renewalBeforeEveryStep from './renewal-before-every-step.js'
import renewalOn403 from './renewal-on-403.js'
import renewalOnAny400 from './renewal-on-any-400.js'
import renewedAndForgotten from './renewed-and-forgotten.js'
import runBegunTwice from './run-begun-twice.js'
import runsMixed from './runs-mixed.js'
import severalRenewals from './several-renewals.js'
import statusNotLookedAt from './status-not-looked-at.js'
import stepAfterLimit from './step-after-limit.js'
import stepRepeatedAfterLimit from './step-repeated-after-limit.js'
import stepSentTwice from './step-sent-twice.js'
import stepsInParallel from './steps-in-parallel.js'
import stepsSwapped from './steps-swapped.js'
import timeoutLongerThanTotal from './timeout-longer-than-total.js'
import tokenInAddress from './token-in-address.js'
import tokenRequestAsJson from './token-request-as-json.js'
import waitsBeyondTotal from './waits-beyond-total.js'
import waitsTooLong from './waits-too-long.js'
import waitsTooShort from './waits-too-short.js'

/** Every broken client by the name of its file. */
export const brokenClients = {
  'authorization-lost': authorizationLost,
  'authorization-of-other-kind': authorizationOfOtherKind,
  'begun-at-step-2': begunAtStep2,
  'body-empty': bodyEmpty,
  'body-field-added': bodyFieldAdded,
  'body-field-missing': bodyFieldMissing,
  'body-invented': bodyInvented,
  'body-wrapped': bodyWrapped,
  'code-as-number': codeAsNumber,
  'content-type-missing': contentTypeMissing,
  'content-type-of-form': contentTypeOfForm,
  'content-type-without-body': contentTypeWithoutBody,
  'credentials-in-token-body': credentialsInTokenBody,
  'delete-again-after-failure': deleteAgainAfterFailure,
  'delete-as-get': deleteAsGet,
  'delete-as-post': deleteAsPost,
  'delete-with-body': deleteWithBody,
  'endless-retry': endlessRetry,
  'hash-empty': hashEmpty,
  'hash-in-other-header': hashInOtherHeader,
  'hash-in-query': hashInQuery,
  'hash-lost-after-400': hashLostAfter400,
  'hash-lost-after-401': hashLostAfter401,
  'hash-lost-on-response-without': hashLostOnResponseWithout,
  'hash-never-sent': hashNeverSent,
  'hash-of-environment': hashOfEnvironment,
  'hash-of-older-step': hashOfOlderStep,
  'hash-of-refusal-ignored': hashOfRefusalIgnored,
  'hash-of-refusal-preferred': hashOfRefusalPreferred,
  'hash-random': hashRandom,
  'hash-true': hashTrue,
  'identifier-cut': identifierCut,
  'identifier-fixed': identifierFixed,
  'identifier-missing': identifierMissing,
  'identifier-of-earlier-run': identifierOfEarlierRun,
  'identifier-read-elsewhere': identifierReadElsewhere,
  'json-parsed-on-204': jsonParsedOn204,
  'no-renewal': noRenewal,
  'old-token-again': oldTokenAgain,
  'patch-as-put': patchAsPut,
  'patch-left-out': patchLeftOut,
  'patch-other-field': patchOtherField,
  'patch-other-value': patchOtherValue,
  'patch-without-body': patchWithoutBody,
  'patch-without-situacoes': patchWithoutSituacoes,
  'path-misspelt': pathMisspelt,
  'prefix-lost': prefixLost,
  'prefix-lost-once': prefixLostOnce,
  'price-as-text': priceAsText,
  'price-rounded': priceRounded,
  'price-with-comma': priceWithComma,
  'price-with-noise': priceWithNoise,
  'put-as-patch': putAsPatch,
  'put-changed-field-alone': putChangedFieldAlone,
  'put-more-changed': putMoreChanged,
  'put-other-field': putOtherField,
  'put-other-text': putOtherText,
  'put-unchanged': putUnchanged,
  'put-with-id': putWithId,
  'put-wrapped': putWrapped,
  'real-product-created': realProductCreated,
  'real-product-looked-up': realProductLookedUp,
  'refresh-token-as-access-token': refreshTokenAsAccessToken,
  'refresh-token-emptied': refreshTokenEmptied,
  'refresh-token-not-saved': refreshTokenNotSaved,
  'refused-step-passed-over': refusedStepPassedOver,
  'refused-token-again': refusedTokenAgain,
  'renewal-at-guessed-step': renewalAtGuessedStep,
  'renewal-before-every-step': renewalBeforeEveryStep,
  'renewal-on-403': renewalOn403,
  'renewal-on-any-400': renewalOnAny400,
  'renewed-and-forgotten': renewedAndForgotten,
  'run-begun-twice': runBegunTwice,
  'runs-mixed': runsMixed,
  'several-renewals': severalRenewals,
  'status-not-looked-at': statusNotLookedAt,
  'step-after-limit': stepAfterLimit,
  'step-repeated-after-limit': stepRepeatedAfterLimit,
  'step-sent-twice': stepSentTwice,
  'steps-in-parallel': stepsInParallel,
  'steps-swapped': stepsSwapped,
  'timeout-longer-than-total': timeoutLongerThanTotal,
  'token-in-address': tokenInAddress,
  'token-request-as-json': tokenRequestAsJson,
  'waits-beyond-total': waitsBeyondTotal,
  'waits-too-long': waitsTooLong,
  'waits-too-short': waitsTooShort,
} as const
