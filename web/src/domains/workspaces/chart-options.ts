import type { Field } from '@caseloom/contract/field-types/fields'
import { isAdditive, type Widget, type WidgetData } from '@caseloom/contract/workspaces/workspaces'
import type { EChartsCoreOption } from 'echarts/core'
import type { FigureText } from './figure-text.ts'
import { severityOf, SEVERITY_HUE } from '../../ui/glyphs/severity.ts'
import { formatStep } from '../../ui/time.ts'

type Trend = Extract<WidgetData, { kind: 'trend' }>

/** Series color as a CSS variable: severities have their own, others follow the chart palette. */
export function lineColor(field: Field | undefined, key: string | null, at: number): string {
  const severity =
    field !== undefined && 'display' in field && field.display === 'severity' ? severityOf(key) : null
  if (severity !== null) return `--cl-${SEVERITY_HUE[severity]}-solid`
  return `--cl-chart-${(at % 8) + 1}`
}

export function stepLabel(at: string, unit: Trend['unit'], zone: string, long = false): string {
  return formatStep(new Date(at), { unit, zone, isLong: long })
}

interface Look {
  zone: string
  field: Field | undefined
  color: (variable: string) => string
  write: FigureText
  /** Bars and areas are stacked: averages on top of each other would add up to a figure without a meaning. */
  isAdditive: boolean
  still: boolean
}

export type TrendLook = 'bars' | 'line' | 'area'

/** Unless chosen, parts of a whole are bars, and other measures lines. */
export function lookOf({ as, measure }: Extract<Widget, { kind: 'trend' }>): TrendLook {
  return as ?? (isAdditive(measure) ? 'bars' : 'line')
}

export function trendOption(
  data: Trend,
  look: TrendLook,
  { zone, field, color, write, still, isAdditive: stacks }: Look,
): EChartsCoreOption {
  const label = { color: color('--cl-text-tertiary'), fontSize: 11, fontFamily: 'inherit' }
  return {
    animation: !still,
    animationDuration: 180,
    grid: { left: 8, right: 8, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      confine: true,
      backgroundColor: color('--cl-raised'),
      borderColor: color('--cl-border'),
      textStyle: { color: color('--cl-text'), fontSize: 12 },
      valueFormatter: (value: unknown) => write(typeof value === 'number' ? value : null),
    },
    xAxis: {
      type: 'category',
      data: data.steps.map((at) => stepLabel(at, data.unit, zone)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: color('--cl-border') } },
      axisLabel: label,
    },
    yAxis: {
      type: 'value',
      minInterval: look === 'bars' ? 1 : 0,
      axisLabel: { ...label, formatter: write },
      splitLine: { lineStyle: { color: color('--cl-border-subtle') } },
    },
    series: data.series.map((line, at) => ({
      name: line.label,
      type: look === 'bars' ? 'bar' : 'line',
      ...(look === 'bars' ? { barMaxWidth: 24, barCategoryGap: '40%' } : { showSymbol: false }),
      ...(look !== 'line' && stacks ? { stack: 'all' } : {}),
      ...(look === 'area' ? { areaStyle: { opacity: 0.35 } } : {}),
      color: color(lineColor(field, line.key, at)),
      ...(look === 'bars' ? { itemStyle: { borderColor: color('--cl-surface'), borderWidth: 1 } } : {}),
      // A zero-height bar would still draw its border over the axis.
      data: look === 'bars' ? line.values.map((value) => value || null) : line.values,
    })),
  }
}
