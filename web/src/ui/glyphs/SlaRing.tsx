import { hueVar } from './hue.ts'

export const AT_RISK = 0.75

export type SlaTone = 'ok' | 'atRisk' | 'breached'

/** The tone of a clock with the share `used` elapsed (1 = all). */
export function slaTone(used: number): SlaTone {
  if (used > 1) return 'breached'
  return used >= AT_RISK ? 'atRisk' : 'ok'
}

const HUE = { ok: 'gray', atRisk: 'amber', breached: 'red' } as const

/** Gray, amber from 75% used, a full red ring when overdue. Decorative; put the time beside it. */
export function SlaRing({ used, size = 14 }: { used: number; size?: number }) {
  const tone = slaTone(used)
  const width = size >= 26 ? 3 : 2
  const radius = (size - width) / 2
  const round = 2 * Math.PI * radius
  const left = tone === 'breached' ? 1 : Math.max(0, 1 - used)
  const center = size / 2
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden
      style={{ flex: 'none', display: 'block' }}
    >
      <circle
        cx={center}
        cy={center}
        r={radius}
        fill="none"
        stroke="var(--cl-border-strong)"
        strokeWidth={width}
      />
      <circle
        cx={center}
        cy={center}
        r={radius}
        fill="none"
        stroke={hueVar(HUE[tone], 'solid')}
        strokeWidth={width}
        strokeDasharray={`${round * left} ${round}`}
        transform={`rotate(-90 ${center} ${center})`}
      />
    </svg>
  )
}
