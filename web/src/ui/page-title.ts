import { useEffect } from 'react'
import { useBrand } from './brand.ts'
import { bidiIsolate } from './text/bidi-isolate.ts'

/** The page's title first, the account's or product's name last. */
export function usePageTitle(...parts: readonly (string | undefined)[]): void {
  const product = useBrand().name ?? 'Caseloom'
  const shown = [...parts, product].flatMap((part) =>
    part === undefined || part === '' ? [] : bidiIsolate(part),
  )
  const title = shown.join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
