import type { AppView } from '@caseloom/contract/apps/apps'
import { useRef, useState } from 'react'
import { MappingPreview } from './MappingPreview.tsx'
import { MappingTable, rowsOf } from './MappingTable.tsx'
import { SamplePane } from './SamplePane.tsx'
import classes from './Mapping.module.css'
import type { Mapping } from './useMapping.ts'
import { useThreads } from './useThreads.ts'

interface MappingAreaProps {
  app: AppView
  mapping: Mapping
  isExample: boolean
  onAnother: () => void
}

/** The sample at the left, fields at the right, a thread for each match between them. */
export function MappingArea({ app, mapping, isExample, onAnother }: MappingAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<string | null>(null)
  const threads = useThreads(area, rowsOf(mapping))
  const hot = new Set(hovered === null ? [] : [hovered])
  return (
    <div className={classes.area} ref={area}>
      <SamplePane
        mapping={mapping}
        isExample={isExample}
        onAnother={onAnother}
        hot={hot}
        onHot={setHovered}
      />
      <svg className={classes.threads} aria-hidden>
        {threads.map(({ key, path, d }) => (
          <path key={key} d={d} data-hot={hot.has(path) || undefined} />
        ))}
      </svg>
      <div className={classes.right}>
        <MappingTable app={app} mapping={mapping} hot={hot} onHot={setHovered} />
        <MappingPreview app={app} mapping={mapping} />
      </div>
    </div>
  )
}
