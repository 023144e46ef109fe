export interface SentEvent {
  event: string
  data: string
}

/** Parses server-sent events from chunks of any size; returns complete events. */
export function sseReader(): (piece: string) => SentEvent[] {
  let rest = ''
  return (piece) => {
    rest += piece
    // A trailing CR may be the first half of a CRLF.
    const held = rest.endsWith('\r') ? '\r' : ''
    const blocks = rest
      .slice(0, rest.length - held.length)
      .replaceAll(/\r\n?/g, '\n')
      .split('\n\n')
    rest = (blocks.pop() ?? '') + held
    return blocks.map(eventOf).filter((found) => found !== null)
  }
}

function eventOf(block: string): SentEvent | null {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const at = line.indexOf(':')
    const name = at === -1 ? line : line.slice(0, at)
    const value = at === -1 ? '' : line.slice(at + 1).replace(/^ /, '')
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
  }
  return data.length === 0 ? null : { event, data: data.join('\n') }
}
