import { type Budget, spend } from './budget.ts'
import { type Native, stateOf } from './evaluation-state.ts'
import { fault, listOf } from './own-arguments.ts'

/** Statistics over numbers; of no numbers they return nothing. */
export function numberFunctions(): Record<string, Native> {
  return {
    median(numbers: unknown) {
      return quantile(sorted('median', numbers), 0.5, stateOf(this.environment).budget)
    },
    percentile(numbers: unknown, percent: unknown) {
      if (typeof percent !== 'number' || !(percent >= 0 && percent <= 100))
        throw fault('percentile', 'takes a percentage from 0 to 100', percent)
      return quantile(sorted('percentile', numbers), percent / 100, stateOf(this.environment).budget)
    },
    deviation(numbers: unknown) {
      const all = sorted('deviation', numbers)
      spend(stateOf(this.environment).budget, all.length)
      if (all.length === 0) return undefined
      const mean = all.reduce((sum, one) => sum + one, 0) / all.length
      return Math.sqrt(all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / all.length)
    },
  }
}

function sorted(name: string, numbers: unknown): number[] {
  if (numbers === undefined) return []
  return listOf(numbers)
    .map((one) => {
      if (typeof one !== 'number') throw fault(name, 'takes numbers', one)
      return one
    })
    .sort((a, b) => a - b)
}

/** Between two numbers of the list, the value in proportion. */
function quantile(all: readonly number[], part: number, budget: Budget): number | undefined {
  spend(budget, all.length)
  const at = (all.length - 1) * part
  const [low, high] = [all[Math.floor(at)], all[Math.ceil(at)]]
  return low === undefined || high === undefined ? undefined : low + (high - low) * (at - Math.floor(at))
}
