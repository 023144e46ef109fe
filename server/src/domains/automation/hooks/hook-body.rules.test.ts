import { describe, expect, it } from 'vitest'
import { formAsJson, isFormType, isJsonType } from './hook-body.rules.ts'

describe('the body of a delivery', () => {
  it('is recognized by its content type', () => {
    expect(['application/json', 'application/cloudevents+json; charset=utf-8'].every(isJsonType)).toBe(true)
    const others = [undefined, '', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']
    expect(others.some(isJsonType)).toBe(false)
    expect(isFormType('application/x-www-form-urlencoded; charset=UTF-8')).toBe(true)
    expect([undefined, 'multipart/form-data', 'application/json'].some(isFormType)).toBe(false)
  })

  it.each([
    ['command=%2Fcase&text=new+one&empty=', { command: '/case', text: 'new one', empty: '' }],
    ['a=1&a=2&b=3', { a: ['1', '2'], b: '3' }],
    ['payload=%7B%22action%22%3A%22opened%22%7D&x=%7B%7D', { payload: { action: 'opened' }, x: '{}' }],
    ['payload=half%7B', { payload: 'half{' }],
    ['', {}],
  ])('that is the form %s is read as an object', (text, expected) => {
    expect(JSON.parse(formAsJson(text))).toEqual(expected)
  })

  it('keeps odd names of fields as fields', () => {
    expect(formAsJson('__proto__=x&constructor=y')).toBe('{"__proto__":"x","constructor":"y"}')
  })
})
