import { recordError } from './traces.ts'

/**
 * The global error handler: records unhandled errors to a span, then lets the default handler log them; nothing is
 * prevented or stopped here.
 */
export function watchErrors(target: Pick<EventTarget, 'addEventListener'>): void {
  const record = (event: Event) => {
    if ('error' in event) recordError(event.error, 'window')
    else if ('reason' in event) recordError(event.reason, 'promise')
    // Neither: an image or style sheet failed to load, which is no exception.
  }
  // First of all listeners, so that the record exists before another handler stops the event.
  target.addEventListener('error', record, { capture: true })
  target.addEventListener('unhandledrejection', record, { capture: true })
}
