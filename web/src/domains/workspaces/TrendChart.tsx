import { useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { useZone } from '../../ui/Times.tsx'
import { type TrendLook, trendOption } from './chart-options.ts'
import classes from './Dashboards.module.css'
import type { FigureText } from './figure-text.ts'

echarts.use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer])

interface TrendChartProps {
  data: Extract<WidgetData, { kind: 'trend' }>
  field: Field | undefined
  look: TrendLook
  isAdditive: boolean
  write: FigureText
  label: string
  onStep: (step: number, series: number) => void
}

/** Recreated when the color scheme changes, since ECharts reads its colors once. */
export function TrendChart(props: TrendChartProps) {
  return <DrawnChart key={useComputedColorScheme()} {...props} />
}

function DrawnChart({ data, field, look, isAdditive, write, label, onStep }: TrendChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<echarts.ECharts>(undefined)
  const zone = useZone()
  const still = useReducedMotion()
  const step = useEffectEvent(onStep)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const made = echarts.init(element, undefined, { renderer: 'svg' })
    chart.current = made
    made.on('click', (at) => step(at.dataIndex, at.seriesIndex ?? 0))
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = undefined
    }
  }, [])
  useEffect(() => {
    const style = getComputedStyle(document.documentElement)
    const color = (variable: string) => style.getPropertyValue(variable).trim()
    chart.current?.setOption(trendOption(data, look, { zone, field, color, write, isAdditive, still }), {
      notMerge: true,
    })
  }, [data, field, look, isAdditive, write, zone, still])
  return <div ref={place} className={classes.chart} role="img" aria-label={label} />
}
