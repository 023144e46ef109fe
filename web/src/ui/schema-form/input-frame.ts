/** What a frame gives its input: words and marks of its own, or references to those around it. */
export interface InputFrame {
  id?: string
  label?: string
  description?: string
  error?: string | boolean
  disabled?: boolean
  readOnly?: boolean
  withAsterisk?: boolean
  'aria-label'?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string | undefined
  'aria-required'?: boolean
  'data-path'?: string
}
