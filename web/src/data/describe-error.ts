import i18next from 'i18next'
import { ApiError } from './api-error.ts'

/** What people are told of a failure; fits the error cards and toasts of the primitives. */
export interface ErrorText {
  text: string
  title?: string
  requestId?: string
  kind?: 'error' | 'right'
}

/** Puts any failure into words: what happened, what is safe, the id to quote. Never shows what a server said unasked. */
export function describeError(error: unknown): ErrorText {
  if (!(error instanceof ApiError)) return { text: i18next.t('error.server', { ns: 'data' }) }
  const id = error.requestId === undefined ? {} : { requestId: error.requestId }
  const say = (key: string) => i18next.t(`error.${key}`, { ns: 'data' })
  switch (error.code) {
    case 'client.offline':
      return { text: say('offline') }
    case 'client.timeout':
      return { text: say('slow') }
    case 'right.missing':
      return { title: say('noRight'), text: say('noRightText'), kind: 'right', ...id }
    case 'resource.not_found':
      return { title: say('gone'), text: say('goneText'), ...id }
    case 'dependency.unavailable':
      return { text: say('unavailable'), ...id }
    case 'request.too_many':
      return { text: say('tooMany'), ...id }
    case 'internal.error':
    case 'client.unreadable':
      return { text: say('server'), ...id }
    default:
      return { text: error.detail ?? error.message, ...id }
  }
}
