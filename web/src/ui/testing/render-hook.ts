import { act, createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, vi } from 'vitest'

/**
 * Runs a hook in React without a page: state, effects, and context are real, and nothing is drawn. What React asks
 * of a document is a place to listen and the focused element.
 */
export interface RenderedHook<Value, Props> {
  /** What the hook returned last. */
  now: () => Value
  /** Renders again, with other props. */
  rerender: (props: Props) => Promise<void>
  unmount: () => Promise<void>
}

interface Options<Props> {
  props: Props
  /** Providers around the hook. */
  wrap?: (children: ReactNode) => ReactNode
}

class Frame {
  readonly isFrame = true
}

const announcer = { textContent: '' }

/** What was last announced to screen readers; every toast is. */
export function announced(): string {
  return announcer.textContent
}

function place(): Element {
  const page = { nodeType: 9, nodeName: '#document', activeElement: null, body: null, ...listening() }
  const timers = { setTimeout, clearTimeout }
  const view = { document: page, HTMLIFrameElement: Frame, event: undefined, ...timers, ...listening() }
  vi.stubGlobal('window', view)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // Where notices are announced to screen readers.
  vi.stubGlobal('document', { getElementById: () => announcer })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw())
  const ownerDocument = { ...page, defaultView: view }
  // React needs this much of an element that never has content.
  return {
    nodeType: 1,
    nodeName: 'DIV',
    tagName: 'DIV',
    textContent: '',
    ownerDocument,
    ...listening(),
  } as unknown as Element
}

function listening() {
  return { addEventListener: () => undefined, removeEventListener: () => undefined }
}

const mounted = new Set<() => Promise<void>>()

/** Unmounts what a test left mounted; call it once in each file that renders hooks. */
export function endHooksAfterEach(): void {
  afterEach(async () => {
    for (const unmount of mounted) await unmount()
    announcer.textContent = ''
    vi.unstubAllGlobals()
  })
}

export async function renderHook<Value, Props>(
  hook: (props: Props) => Value,
  { props, wrap = (children) => children }: Options<Props>,
): Promise<RenderedHook<Value, Props>> {
  const root = createRoot(place())
  let value: { of: Value } | null = null
  function Probe({ given }: { given: Props }) {
    value = { of: hook(given) }
    return null
  }
  const draw = (given: Props) => act(async () => root.render(wrap(createElement(Probe, { given }))))
  const unmount = async () => {
    mounted.delete(unmount)
    await act(async () => root.unmount())
  }
  mounted.add(unmount)
  await draw(props)
  return {
    now: () => {
      if (value === null) throw new Error('The hook has not rendered')
      return value.of
    },
    rerender: draw,
    unmount,
  }
}

/** Does what a person or a message does, and waits until React has settled. */
export async function doing(work: () => unknown): Promise<void> {
  await act(async () => {
    await work()
  })
}
