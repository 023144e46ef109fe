import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConflictDialog } from '../ui/draft/ConflictDialog.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { Severity } from '../ui/glyphs/Severity.tsx'
import { SEVERITIES, type SeverityName } from '@caseloom/contract/values/severities'
import { severityOf } from '../ui/glyphs/severity.ts'
import { JsonView } from '../ui/JsonView.tsx'
import { KeyValue, KeyValueForm } from '../ui/KeyValueForm.tsx'
import { DateTime, Duration, TimeAgo } from '../ui/Times.tsx'
import classes from './Gallery.module.css'
import { Story } from './Story.tsx'

const VALUE = {
  host: 'WKS-0447',
  keepSensor: true,
  attempts: 3,
  empty: {},
  asset: { name: 'CrowdStrike EU', clientSecret: '••••••••', tags: ['a', 'b'] },
  nothing: null,
}

export function FormStory() {
  const [title, setTitle] = useState('Domain compromise attempt through svc-backup')
  const [severity, setSeverity] = useState<SeverityName>('high')
  const [conflict, setConflict] = useState(false)
  return (
    <>
      <Story title="Reading form">
        <ErrorSummary faults={[{ label: 'Disposition', text: 'Required to close' }]} />
        <KeyValueForm columns={2}>
          <KeyValue
            label="Title"
            value={title}
            wide
            required
            editor={(input) => (
              <TextInput {...input} value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
            )}
          />
          <KeyValue
            label="Severity"
            value={<Severity value={severity}>{severity}</Severity>}
            changed
            editor={(input) => (
              <Select
                {...input}
                data={[...SEVERITIES]}
                value={severity}
                onChange={(value) => setSeverity(severityOf(value) ?? severity)}
              />
            )}
          />
          <KeyValue label="Detected" value={<DateTime at="2026-11-21T03:02:15.120Z" seconds />} locked />
          <KeyValue
            label="Disposition"
            value={null}
            error="Required to close"
            editor={(input) => <TextInput {...input} />}
          />
          <KeyValue label="Age" value={<TimeAgo at={new Date(Date.now() - 4_000_000).toISOString()} />} />
          <KeyValue label="Took" value={<Duration ms={108_000} />} />
          <KeyValue
            label="Summary"
            wide
            multiline
            value={'Replication was requested.\nThe DC refused after 03:11.'}
          />
        </KeyValueForm>
        <Button mt="md" onClick={() => setConflict(true)}>
          Conflict dialog
        </Button>
        <ConflictDialog
          opened={conflict}
          conflicts={[{ key: 'severity', label: 'Severity', mine: 'High', theirs: 'Critical' }]}
          onResolve={() => setConflict(false)}
          onClose={() => setConflict(false)}
        />
      </Story>
      <Story title="JSON">
        <div className={classes.json}>
          <JsonView title="Input" note="rendered, secrets masked" value={VALUE} />
        </div>
        <div className={classes.json}>
          <JsonView
            title="Big value"
            value={Array.from({ length: 20_000 }, (_, n) => ({ n, text: `line ${n}` }))}
          />
        </div>
      </Story>
    </>
  )
}
