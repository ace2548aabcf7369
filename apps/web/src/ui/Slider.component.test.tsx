import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import '../testing/app.tsx';
import { Slider } from './Slider.tsx';

const LABEL = 'Part';
const chosen = vi.fn<(percent: number) => void>();

function drawSlider(value: number): HTMLElement {
  render(<Slider label={LABEL} value={value} onChange={chosen} />);
  return screen.getByRole('slider', { name: LABEL });
}

test('a tap near a mark selects the mark', () => {
  const slider = drawSlider(0);
  fireEvent.pointerDown(slider);
  fireEvent.change(slider, { target: { value: '26' } });
  expect(chosen).toHaveBeenLastCalledWith(25);
});

test('an arrow key leaves a mark by one step', () => {
  const slider = drawSlider(25);
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  fireEvent.change(slider, { target: { value: '26' } });
  expect(chosen).toHaveBeenLastCalledWith(26);
  fireEvent.pointerDown(slider);
  fireEvent.change(slider, { target: { value: '51' } });
  expect(chosen).toHaveBeenLastCalledWith(50);
});
