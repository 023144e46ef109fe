import { ContentKind, ContentStage } from '@caseloom/contract/content/content-kinds'
import { textParam } from '../../../data/search-params.ts'

/** What a catalog shows: in the address, so that links and Back keep it. */
export interface CatalogSearch {
  stage?: ContentStage
  kind?: ContentKind
  q?: string
}

export function readCatalogSearch(search: Record<string, unknown>): CatalogSearch {
  const stage = ContentStage.safeParse(search['stage'])
  const kind = ContentKind.safeParse(search['kind'])
  const q = textParam(search, 'q')
  return {
    ...(stage.success ? { stage: stage.data } : {}),
    ...(kind.success ? { kind: kind.data } : {}),
    ...(q === undefined ? {} : { q }),
  }
}
