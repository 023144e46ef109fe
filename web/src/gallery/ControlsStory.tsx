import {
  ActionIcon,
  Button,
  Checkbox,
  PasswordInput,
  Select,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { FilterChip } from '../ui/FilterChip.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { toast } from '../ui/toast.tsx'
import { Line, Story } from './Story.tsx'

const nothing = () => undefined

export function ControlsStory() {
  return (
    <>
      <Story title="Buttons and toasts">
        <Line>
          <Button
            variant="filled"
            leftSection={<IconPlus size={14} stroke={2} />}
            rightSection={<Kbd keys="C" onAccent />}
          >
            Primary
          </Button>
          <Button>Default</Button>
          <Button variant="subtle">Subtle</Button>
          <Button variant="light">Light</Button>
          <Button disabled>Disabled</Button>
          <Button loading>Saving</Button>
          <ActionIcon aria-label="More">
            <IconDots size={16} />
          </ActionIcon>
        </Line>
        <Line>
          <Button variant="filled">xs 28</Button>
          <Button variant="filled" size="sm">
            sm 32
          </Button>
          <Button variant="filled" size="md">
            md 36
          </Button>
          <Button variant="filled" size="lg">
            lg 40
          </Button>
          <Button variant="filled" color="red">
            Delete 3 records
          </Button>
        </Line>
        <Line>
          <Button
            onClick={() => toast({ kind: 'success', title: 'Run Successful', text: 'Isolate host, 4.2 s' })}
          >
            Success toast
          </Button>
          <Button
            onClick={() => toast({ kind: 'error', title: 'Contains Errors', text: '1 of 9 steps failed' })}
          >
            Error toast
          </Button>
        </Line>
      </Story>
      <Story title="Controls">
        <Line>
          <TextInput label="Default" defaultValue="WKS-0447" />
          <TextInput label="Error" defaultValue="WKS" error="No such host" />
          <TextInput label="Read-only" readOnly defaultValue="severity" />
          <TextInput label="Disabled" disabled defaultValue="Locked" />
          <Select label="Select" data={['Low', 'Medium', 'High']} defaultValue="Medium" />
          <PasswordInput
            label="Secret"
            defaultValue="hunter2"
            visibilityToggleButtonProps={{ 'aria-label': 'Show' }}
          />
          <Textarea label="Long text" defaultValue="Replication was requested from a finance workstation." />
        </Line>
        <Line>
          <Checkbox label="Checked" defaultChecked />
          <Checkbox label="Off" />
          <Checkbox label="Some" indeterminate />
          <Switch label="On" defaultChecked />
          <Switch label="Off" />
          <FilterChip
            field="Status"
            operator="is any of"
            value="New, Triage"
            onValue={nothing}
            onRemove={nothing}
          />
        </Line>
      </Story>
    </>
  )
}
