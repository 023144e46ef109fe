import { recordError } from './traces.ts'

/**
 * The global error handler: what nobody caught is recorded to a span, then goes on to the default handler, which
 * tells it in the console: nothing is prevented or stopped here.
 */
export function watchErrors(target: Pick<EventTarget, 'addEventListener'>): void {
  const record = (event: Event) => {
    if ('error' in event) recordError(event.error, 'window')
    else if ('reason' in event) recordError(event.reason, 'promise')
    // Neither: a picture or a style sheet did not load, which is no exception.
  }
  // First of all listeners, so that the record stands before any other handler may stop the event.
  target.addEventListener('error', record, { capture: true })
  target.addEventListener('unhandledrejection', record, { capture: true })
}
