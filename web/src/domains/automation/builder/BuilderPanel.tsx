import { lazy, Suspense } from 'react'
import { useBuilder } from './builder-context.ts'
import { triggerKeyOf } from './places.ts'
import { nodeElementId } from './node-element.ts'

const StepEditor = lazy(async () => ({ default: (await import('./panel/StepEditor.tsx')).StepEditor }))

/** The one chosen node, to read and to change; nothing while none or several are chosen. */
export function BuilderPanel() {
  const { selection, select } = useBuilder()
  const [node] = selection
  if (node === undefined || selection.length > 1 || node.startsWith('note/')) return null
  const close = () => {
    select(null)
    // Who closed the panel by keyboard goes on where it came from.
    document.getElementById(nodeElementId(node))?.focus({ preventScroll: true })
  }
  const trigger = triggerKeyOf(node)
  return (
    <Suspense fallback={null}>
      {trigger === null ? <StepEditor step={node} onClose={close} /> : null}
    </Suspense>
  )
}
