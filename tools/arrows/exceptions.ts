export interface ArrowException {
  from: string
  to: string
  reason: string
}

/** Arrows against the rules that stand for now. Each gives its reason and goes when nothing uses it; none is added lightly. */
export const EXCEPTIONS: readonly ArrowException[] = [
  {
    from: 'bench/src/main.ts',
    to: 'testkit/src/product.ts',
    reason: 'the workloads run against the product started exactly as the browser journeys start it',
  },
]
