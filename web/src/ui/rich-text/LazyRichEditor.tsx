import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { RichEditorProps } from './RichEditor.tsx'

const Loaded = lazy(async () => ({ default: (await import('./RichEditor.tsx')).RichEditor }))

export function LazyRichEditor(props: RichEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={104} radius={8} />}>
      <Loaded {...props} />
    </Suspense>
  )
}
