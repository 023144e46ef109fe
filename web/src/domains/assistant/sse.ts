export interface SentEvent {
  event: string
  data: string
}

/** Takes the text of a stream of server-sent events in pieces of any size; answers the events that are whole. */
export function sseReader(): (piece: string) => SentEvent[] {
  let rest = ''
  return (piece) => {
    rest += piece
    // A lone CR at the end may be the first half of a CRLF that is still under way.
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
