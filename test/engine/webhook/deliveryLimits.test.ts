import { expect, it } from 'vitest';
import { createDeliveryLimits } from '../../../src/engine/webhook/deliveryLimits.ts';
import { maxDeliveryBytes } from '../../../src/engine/webhook/readDeliveryBody.ts';
import { createFakeClock } from '../../fakeClock.ts';

it('accepts ten of the largest deliveries a second from the service, for as long as it sends them', () => {
  const clock = createFakeClock();
  const limits = createDeliveryLimits(clock, () => 'full');
  for (let sent = 0; sent < 600; sent += 1) {
    const admission = limits.begin('10.0.0.1', maxDeliveryBytes);
    expect(admission, `delivery ${sent}`).not.toBeNull();
    admission?.end();
    clock.advance(100);
  }
});
