import type { Finding } from './finding.js'

/** A finding that blames the service, with some of it changed. */
export function finding(change: Partial<Finding> = {}): Finding {
  return {
    requirement: 'envelope/status',
    code: 'envelope/status:forbidden',
    values: {},
    severity: 'error',
    blame: 'service',
    step: null,
    route: 'GET /contatos',
    exchange: null,
    consequenceOf: null,
    fingerprint: 'f1',
    ...change,
  }
}
