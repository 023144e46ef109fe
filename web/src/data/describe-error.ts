import i18next from 'i18next'
import { ApiError } from './api-error.ts'

/** An error as shown to people; fits the error cards and toasts. */
export interface ErrorText {
  text: string
  title?: string
  requestId?: string
  kind?: 'error' | 'right'
}

/** Describes any failure: what happened, what is safe, the ID to quote. Never shows raw server text. */
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
