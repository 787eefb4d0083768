import type { TechnicalType } from '@pks/contracts';

const PROCESS = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="refunds" targetNamespace="https://meadow.example">
  <process id="refund"><startEvent id="asked"/></process>
</definitions>`;

/** A payload of each technical type, as clients write them. */
export const PAYLOADS: Readonly<Record<TechnicalType, unknown>> = {
  markdown: '# Refunds\n\nCustomers get their money back within 14 days of a cancellation.\n',
  bpmn_xml: PROCESS,
  mental_map: { root: { label: 'Refunds', children: [{ label: 'Who may ask' }, { label: 'Who signs' }] } },
  playbook_list: [{ title: 'A refund is late', steps: ['Look up the payment.', 'Call the customer.'] }],
  design_template_list: [{ name: 'Reply', template: 'Dear {{name}}, your money is on its way.' }],
};
