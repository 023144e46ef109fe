import { type ReactFlowState, useReactFlow, useStore } from '@xyflow/react'
import { memo, type PointerEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Box } from '../../../../ui/graph/graph-view.ts'
import classes from './Backdrop.module.css'
import { type Area, areaAround, mapped } from './overview-area.ts'
import type { Scene } from './scene.ts'

/** Click or drag to move the view. Redrawn only when the scene changes. */
export function Overview({ scene }: { scene: Scene }) {
  const { t } = useTranslation('builder')
  const { setCenter, getZoom } = useReactFlow()
  const boxes = useMemo(() => [...scene.boxes.values(), ...scene.notes], [scene])
  const area = useMemo(() => areaAround(boxes), [boxes])
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return
    const frame = event.currentTarget.getBoundingClientRect()
    const at = mapped(area, frame, { x: event.clientX - frame.x, y: event.clientY - frame.y })
    void setCenter(at.x, at.y, { zoom: getZoom() })
  }
  return (
    <div
      className={`${classes.overview} nopan nowheel`}
      role="img"
      aria-label={t('canvas.overview')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        move(event)
      }}
      onPointerMove={move}
    >
      <Boxes boxes={boxes} area={area} />
      <Seen area={area} />
    </div>
  )
}

const Boxes = memo(function Boxes({ boxes, area }: { boxes: readonly Box[]; area: Area }) {
  return (
    <svg className={classes.overviewBoxes} viewBox={viewBoxOf(area)} aria-hidden>
      {boxes.map(({ id, x, y, width, height }) => (
        <rect key={id} x={x} y={y} width={width} height={height} rx={8} />
      ))}
    </svg>
  )
})

function Seen({ area }: { area: Area }) {
  const [x = 0, y = 0, width = 0, height = 0] = useStore(seenOf).split(' ').map(Number)
  const far = 4 * Math.max(area.width, area.height)
  const outer = `M${area.x - far},${area.y - far}h${area.width + 2 * far}v${area.height + 2 * far}h${-area.width - 2 * far}z`
  return (
    <svg viewBox={viewBoxOf(area)} aria-hidden>
      <path
        className={classes.overviewShade}
        d={`${outer}M${x},${y}h${width}v${height}h${-width}z`}
        fillRule="evenodd"
      />
    </svg>
  )
}

function seenOf({ transform: [x, y, zoom], width, height }: ReactFlowState): string {
  return [-x, -y, width, height].map((length) => Math.round(length / zoom)).join(' ')
}

function viewBoxOf({ x, y, width, height }: Area): string {
  return `${x} ${y} ${width} ${height}`
}
