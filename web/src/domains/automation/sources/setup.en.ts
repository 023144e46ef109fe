const HEADER = 'Add the header X-Webhook-Secret with the secret.'

/** How each product sends its events, step by step. */
export const setupEn = {
  way: {
    crowdstrike: 'Workflow webhook',
    defender: 'Logic app',
    sentinelone: 'Workflow webhook',
    wazuh: 'Integration',
    sentinel: 'Playbook',
    splunk: 'Alert action',
    elastic: 'Connector',
    qradar: 'Custom action',
    okta: 'Workflow',
    entra: 'Logic app',
    guardduty: 'EventBridge',
    securityhub: 'EventBridge',
    scc: 'Pub/Sub push',
    mailgateway: 'Webhook',
    mailbox: 'Forwarded email',
    github: 'Webhook',
    alertmanager: 'Webhook',
    pagerduty: 'Webhook',
  },
  steps: {
    pasted: [
      'Send each event to the address by POST as JSON.',
      HEADER,
      'Send lines of text as {"message": "…"}.',
    ],
    crowdstrike: [
      'In Fusion SOAR, create a workflow that starts with a new detection.',
      'Add the action that calls a webhook, with the address.',
      HEADER,
    ],
    defender: [
      'Create a logic app that starts with a new alert of Microsoft Defender.',
      'Add the action HTTP: POST the alert as JSON to the address.',
      HEADER,
    ],
    sentinelone: [
      'In Hyperautomation, create a workflow that starts with a new threat.',
      'Add an HTTP action: POST the threat as JSON to the address.',
      HEADER,
    ],
    wazuh: [
      'Create a custom integration script that posts its alert file to the address.',
      'Add the header X-Webhook-Secret with the secret in the script.',
      'Add an integration block for it to ossec.conf, and restart the manager.',
    ],
    sentinel: [
      'Create a playbook that starts with an incident.',
      'Add the action HTTP: POST the trigger body as JSON to the address.',
      HEADER,
      'Run the playbook from an automation rule.',
    ],
    splunk: [
      'Open the alert, and add the action Webhook.',
      'Enter the address. Splunk sends no secret, so share the address with no one.',
    ],
    elastic: [
      'Under Connectors, create a Webhook connector with the address and basic authentication.',
      'Add it as an action to your rules, for each alert, with the alert as its body.',
    ],
    qradar: [
      'Under Custom Actions, create a script that posts the offense as JSON to the address.',
      'Add the header X-Webhook-Secret with the secret in the script.',
      'Choose the action in the response of your rules.',
    ],
    okta: [
      'In Okta Workflows, create a flow that starts with the events that you want.',
      'Add the API Connector card Post with the address and the event as its body.',
      HEADER,
    ],
    entra: [
      'Create a logic app that lists new risk detections of Microsoft Graph.',
      'Add the action HTTP: POST each detection as JSON to the address.',
      HEADER,
    ],
    guardduty: [
      'In EventBridge, create an API destination with the address.',
      'As its connection, choose API key: X-Webhook-Secret with the secret.',
      'Create a rule for the source aws.guardduty with this destination.',
    ],
    securityhub: [
      'In EventBridge, create an API destination with the address.',
      'As its connection, choose API key: X-Webhook-Secret with the secret.',
      'Create a rule for the source aws.securityhub with this destination.',
    ],
    scc: [
      'Create a notification config that publishes findings to a Pub/Sub topic.',
      'Add a push subscription with the address, and turn on payload unwrapping.',
      'Pub/Sub sends no secret, so share the address with no one.',
    ],
    mailgateway: ['Create a webhook for threats with the address.', HEADER],
    mailbox: [
      'Forward reported emails to the address.',
      'To poll a mailbox instead, open the playbook and choose IMAP in its trigger.',
    ],
    github: [
      'In the settings of the repository, add a webhook with the address and the secret.',
      'Choose the content type application/json.',
      'Choose the events of security alerts.',
    ],
    alertmanager: [
      'Add a receiver with webhook_configs and the address.',
      'Under http_config, set basic_auth to the user name and the password.',
    ],
    pagerduty: ['Under Generic Webhooks, add a subscription with the address.', HEADER],
  },
} as const
