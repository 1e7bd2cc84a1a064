export default function DashboardRoute() {
  return <main className="p-8 text-title">Latchkey</main>;
}
