import MemoCLI
import Testing

struct HelpRendererTests {
  @Test func theHelpOfACommand() {
    print(HelpRenderer(width: 80).help(for: Samples.list))
    print(HelpRenderer(width: 50).help(for: Samples.list))
    print(HelpRenderer(width: 80).help(for: Samples.new))
    print(HelpRenderer(width: 80).help(for: Samples.watch))
    print(HelpRenderer(width: 80).overview(of: Samples.all))
  }
}
