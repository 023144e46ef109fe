import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'

/** Headers by which senders name the kind of their event, most specific first. */
const EVENT_HEADERS = ['x-github-event', 'x-gitlab-event', 'x-event-key', 'ce-type', 'x-event-type']
const LONGEST = 200

/** A few words that distinguish a delivery in the log: event, action, repository, or title. */
export function summaryOf(trigger: JsonObject): string | null {
  const headers = asObject(trigger['headers'])
  const body = asObject(trigger['body'])
  const event = EVENT_HEADERS.map((name) => headers[name]).find((value) => typeof value === 'string')
  const subject =
    asObject(body['repository'])['full_name'] ?? body['title'] ?? body['name'] ?? body['subject']
  const words = [event, body['action'], subject].filter((word) => typeof word === 'string')
  const text = words.join(' · ').slice(0, LONGEST).toWellFormed().replaceAll('\0', '\ufffd')
  return text === '' ? null : text
}

function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
