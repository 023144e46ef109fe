import type { When } from '@caseloom/contract/apps/workflow'

/** The tests of a condition with the places that an evaluation names them by: `all.0.any.1`. */
export function placedTests(when: When, path = ''): { path: string; test: When }[] {
  const at = (join: string, list: readonly When[]) =>
    list.flatMap((part, index) =>
      placedTests(part, path === '' ? `${join}.${index}` : `${path}.${join}.${index}`),
    )
  if ('all' in when) return at('all', when.all)
  if ('any' in when) return at('any', when.any)
  if ('none' in when) return at('none', when.none)
  return [{ path, test: when }]
}
