import type { ObservableSightings } from '@caseloom/contract/records/observable-lookups'

export interface Bar {
  day: number
  /** From the bottom up, in shares of the whole height. */
  parts: { series: number; from: number; size: number }[]
}

export interface Chart {
  bars: Bar[]
  /** What the whole height means. */
  top: number
  /** Where lines are drawn, from 0 to the top. */
  ticks: number[]
}

/** Stacked bars for the days of several series. */
export function sightingsChart(series: readonly Pick<ObservableSightings, 'days'>[]): Chart {
  const length = Math.max(0, ...series.map(({ days }) => days.length))
  const totals = Array.from({ length }, (_, day) =>
    series.reduce((sum, { days }) => sum + (days[day] ?? 0), 0),
  )
  const { top, step } = scale(Math.max(0, ...totals))
  const bars = Array.from({ length }, (_, day): Bar => {
    let from = 0
    const parts = series.flatMap(({ days }, at) => {
      const size = (days[day] ?? 0) / top
      const part = { series: at, from, size }
      from += size
      return size === 0 ? [] : [part]
    })
    return { day, parts }
  })
  return { bars, top, ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step) }
}

/** Round steps, at most four of them. */
function scale(most: number): { top: number; step: number } {
  const least = Math.max(1, most / 4)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least) ?? least
  return { top: Math.max(1, Math.ceil(most / step)) * step, step }
}
