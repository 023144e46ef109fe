import { recordError } from './traces.ts'

/**
 * The global error handler: what nobody caught is recorded to a span, then goes on to the default handler, which
 * tells it in the console: nothing is prevented or stopped here.
 */
export function watchErrors(target: Pick<EventTarget, 'addEventListener'>): void {
  // First of all listeners, so that the record stands before any other handler may stop the event.
  target.addEventListener(
    'error',
    (event) => recordError('error' in event ? event.error : undefined, 'window'),
    {
      capture: true,
    },
  )
  target.addEventListener(
    'unhandledrejection',
    (event) => recordError('reason' in event ? event.reason : undefined, 'promise'),
    { capture: true },
  )
}
